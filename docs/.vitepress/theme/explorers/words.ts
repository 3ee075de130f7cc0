// What the explorers say, in both languages.
import { useData } from 'vitepress'
import { computed } from 'vue'

const words = {
  en: {
    activations: 'SiLU, GELU and ReLU at a point that you choose',
    curve: 'function',
    value: 'value',
    slope: 'slope',
    lowest: 'SiLU’s lowest point',
    norms: 'The row 1, 2, 3, 4, scaled and shifted, under both norms',
    row: 'row',
    scale: 'scale',
    shift: 'shift',
    reset: 'start over',
    same: 'as for 1, 2, 3, 4',
    sign: 'only the sign changed',
    changed: 'changed',
  },
  zh: {
    activations: '任选一点，看 SiLU、GELU、ReLU 的值与斜率',
    curve: '函数',
    value: '值',
    slope: '斜率',
    lowest: '到 SiLU 的最低点',
    norms: '把 1, 2, 3, 4 这一行缩放、平移，看两种归一化的结果',
    row: '行',
    scale: '缩放',
    shift: '平移',
    reset: '恢复原样',
    same: '与 1, 2, 3, 4 的结果相同',
    sign: '只变了正负号',
    changed: '变了',
  },
}

export function useWords() {
  const { lang } = useData()
  return computed(() => words[lang.value.startsWith('zh') ? 'zh' : 'en'])
}

/** With a minus sign that is as wide as a plus. */
export const written = (x: number, decimals: number) => {
  if (Number.isNaN(x)) return '–'
  const text = x.toFixed(decimals)
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')
}
