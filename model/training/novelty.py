"""How much of a text is copied: runs of tokens that occur in the training text, found by comparing 64-bit hashes."""

import numpy

BASE = numpy.uint64(0x9E3779B97F4A7C15)  # odd, so that multiplying by it loses nothing modulo 2^64


class Corpus:
    def __init__(self, tokens, vocab_size):
        random = numpy.random.default_rng(1)
        self.value = random.integers(1, 2**63, vocab_size, dtype=numpy.uint64)
        self.tokens = numpy.asarray(tokens, dtype=numpy.int64)
        self.prefix = self.prefixes(self.tokens)

    def prefixes(self, tokens):
        """prefix[i] = sum over j < i of value[token_j] * BASE^j, modulo 2^64."""
        powers = numpy.multiply.accumulate(numpy.full(len(tokens) + 1, BASE, dtype=numpy.uint64))
        sums = numpy.cumsum(self.value[tokens] * powers[:-1])
        return numpy.concatenate([numpy.zeros(1, numpy.uint64), sums]), powers

    def hashes(self, prefix, n):
        """One hash for each run of n tokens, whatever its place: the sum is divided by BASE^place."""
        sums, powers = prefix
        inverse = numpy.uint64(pow(int(BASE), -1, 2**64))
        inverses = numpy.multiply.accumulate(numpy.full(len(powers), inverse, dtype=numpy.uint64))
        return (sums[n:] - sums[:-n]) * inverses[:len(sums) - n]

    def known(self, texts, n):
        """For each text (a list of tokens), which of its runs of n tokens occur in the corpus."""
        own = [self.hashes(self.prefixes(numpy.asarray(text)), n) if len(text) >= n else numpy.zeros(0, numpy.uint64)
               for text in texts]
        wanted = numpy.unique(numpy.concatenate(own))
        corpus = self.hashes(self.prefix, n)
        at = numpy.minimum(numpy.searchsorted(wanted, corpus), len(wanted) - 1)
        found = numpy.unique(corpus[wanted[at] == corpus])
        return [numpy.isin(runs, found) for runs in own]

    def longest_runs(self, texts):
        """For each text, (length, start) of the longest run of its tokens that the corpus has too."""
        best = [(0, 0)] * len(texts)
        alive = list(range(len(texts)))
        n = 1
        while alive:
            hits = self.known([texts[i] for i in alive], n)
            alive, survivors = [], zip(alive, hits)
            for i, hit in survivors:
                if hit.any():
                    best[i] = (n, int(hit.argmax()))
                    if len(texts[i]) > n:
                        alive.append(i)
            n += 1
        return best
