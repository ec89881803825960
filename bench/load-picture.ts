import { drawChart } from './chart.ts'
import { type Level, wasSent } from './load-level.ts'

const shares = [0.5, 1, 2, 5, 10]
const times = [1, 10, 100, 1_000, 10_000]

/** The 99th percentile of right answers against how much was sent, a curve for each kind of request. */
export const loadPicture = (measured: readonly { what: string; levels: readonly Level[] }[]): string =>
  drawChart({
    title: 'How long 99 of 100 right answers take at most, against load',
    x: {
      title: 'requests sent, as a share of what the server can answer',
      ticks: shares.map(at => ({ at, text: `${100 * at} %` })),
    },
    y: {
      title: 'from when each was due',
      ticks: times.map(at => ({ at, text: at < 1_000 ? `${at} ms` : `${at / 1_000} s` })),
    },
    curves: measured.map(({ what, levels }) => ({
      name: what,
      points: levels.filter(level => wasSent(level) && level.p99 > 0).map(({ crowd, p99 }) => ({ x: crowd, y: p99 })),
    })),
  })
