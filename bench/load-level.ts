import type { Volley } from './open-loop.ts'
import { median, quantile } from './statistics.ts'

/** Results at one request rate. */
export type Level = {
  /** Load as a multiple of the server's capacity. */
  crowd: number
  wantedPerSecond: number
  sentPerSecond: number
  /** Right answers a second, while requests were sent. */
  answeredPerSecond: number
  /** Shares of all requests that returned a correct 200, a 503 or a 429. */
  shares: { well: number; busy: number; limited: number }
  /** Number of 200 responses with incomplete content. */
  wrong: number
  /** Other answers, broken connections, and none at all. */
  others: number
  /** In ms, from when a request was due to its right answer. */
  p50: number
  p99: number
}

/** True if the machine sent at least half of the intended load. */
export const wasSent = ({ sentPerSecond, wantedPerSecond }: Level): boolean => sentPerSecond >= wantedPerSecond / 2

export const levelOf = (
  { answers, errors, sentPerSecond }: Volley,
  { crowd, wantedPerSecond, seconds }: { crowd: number; wantedPerSecond: number; seconds: number },
): Level => {
  const total = answers.length + errors
  const well = answers.filter(({ status, wrong }) => status === 200 && !wrong)
  const count = (wanted: number): number => answers.filter(({ status }) => status === wanted).length
  const wrong = answers.filter(answer => answer.wrong).length
  const [busy, limited] = [count(503), count(429)]
  const took = well.map(answer => answer.took)
  return {
    crowd,
    wantedPerSecond,
    sentPerSecond,
    answeredPerSecond: well.filter(({ late }) => !late).length / seconds,
    shares: { well: well.length / total, busy: busy / total, limited: limited / total },
    wrong,
    others: total - well.length - wrong - busy - limited,
    p50: took.length === 0 ? Number.NaN : median(took),
    p99: took.length === 0 ? Number.NaN : quantile(took, 0.99),
  }
}
