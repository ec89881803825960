import { CannotCheck } from './cannot-check.ts'
import { isGraver, isStatus, type StatusKey } from './statuses.ts'

/** An accepted reference to a paper with a known problem, and the status at the time of acceptance. */
export type Accepted = { doi: string; status: StatusKey; date: string | null }

/** True if the paper's status was accepted, or is milder than the accepted one. A status that has worsened is reported again. */
export const accepts = (
  baseline: readonly Accepted[],
  { doi, status }: { doi: string | null; status: { key: StatusKey } },
): boolean => baseline.some(accepted => accepted.doi === doi && !isGraver(status.key, accepted.status))

/** The text of a baseline file: one paper a line, in the order of their DOIs, so that changes are easy to read in a diff. */
export const writeBaseline = (accepted: readonly Accepted[]): string => {
  const gravest = new Map<string, Accepted>()
  for (const one of accepted) {
    const before = gravest.get(one.doi)
    if (before === undefined || isGraver(one.status, before.status)) gravest.set(one.doi, one)
  }
  const inOrder = [...gravest.values()].sort((a, b) => (a.doi < b.doi ? -1 : 1))
  const lines = inOrder.map(({ doi, status, date }) => `    ${JSON.stringify({ doi, status, date })}`)
  return `{\n  "version": 1,\n  "accepted": [${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}]\n}\n`
}

/** @throws CannotCheck for a text that is no baseline */
export const readBaseline = (text: string): readonly Accepted[] => {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    throw notABaseline('it is not JSON')
  }
  const { version, accepted } = (file ?? {}) as { version?: unknown; accepted?: unknown }
  if (version !== 1) throw notABaseline('its version is not 1')
  if (!Array.isArray(accepted) || !accepted.every(isAccepted))
    throw notABaseline('each of "accepted" needs a doi, a status that this version knows, and a date or null')
  return accepted.map(one => ({ ...one, doi: one.doi.toLowerCase() }))
}

const notABaseline = (why: string) =>
  new CannotCheck(`The baseline cannot be read: ${why}. Fix it, or rewrite it with --update-baseline.`)

const isAccepted = (value: unknown): value is Accepted => {
  const { doi, status, date } = (value ?? {}) as Record<string, unknown>
  return typeof doi === 'string' && isStatus(status) && (date === null || typeof date === 'string')
}
