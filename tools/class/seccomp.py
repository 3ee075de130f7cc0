"""The system calls that a submission does not get: those with which one process looks into another or takes what it has.

The runner that judges a submission runs inside the same walls as the same user: without this, an answer could take the
runner's output from it and write a verdict of its own.
"""

import errno
import os
import platform
import struct

# For each processor: its number in the kernel's audit.h, then the calls' in unistd.h.
_CALLS = ("ptrace", "kcmp", "process_vm_readv", "process_vm_writev", "perf_event_open", "pidfd_getfd", "process_madvise")
_PROCESSORS = {
    "x86_64": (0xC000003E, (101, 312, 310, 311, 298, 438, 440)),
    "aarch64": (0xC00000B7, (117, 272, 270, 271, 241, 438, 440)),
}
_X32 = 0x40000000  # the bit of x86_64's other table of calls

# linux/seccomp.h and linux/bpf_common.h. The filter's input is struct seccomp_data: the call at 0, the processor at 4.
_KILL, _ERROR, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06


def _step(code, value, then=0, otherwise=0):
    """One instruction; `then` and `otherwise` are how many are skipped."""
    return struct.pack("=HBBI", code, then, otherwise, value)


def program(processor=None):
    """What `bwrap --seccomp` reads; None for a processor whose numbers are not above."""
    if (processor or platform.machine()) not in _PROCESSORS:
        return None
    audit, calls = _PROCESSORS[processor or platform.machine()]
    refused = len(calls) + 1  # instructions from the first comparison of a call to "refuse", less the one that jumps
    steps = [
        _step(_LOAD, 4),
        _step(_IF_EQUAL, audit, then=1),
        _step(_RETURN, _KILL),  # calls by another processor's table (int 0x80) have other numbers
        _step(_LOAD, 0),
        _step(_IF_AT_LEAST, _X32, then=refused),
    ]
    steps += [_step(_IF_EQUAL, call, then=refused - 1 - i) for i, call in enumerate(calls)]
    steps += [_step(_RETURN, _ALLOW), _step(_RETURN, _ERROR | errno.EPERM)]
    return b"".join(steps)


def opened():
    """A file to be inherited that holds the program; None where there is none."""
    content = program()
    if content is None:
        return None
    file = os.memfd_create("seccomp")
    os.write(file, content)
    os.lseek(file, 0, os.SEEK_SET)
    return file
