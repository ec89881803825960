/** Labels of fields whose names are not readable. */
const labels: Readonly<Record<string, string>> = {
  auditorName: 'Your name',
  auditorEmail: 'Your email address',
  auditReport: 'Report',
  sha256: 'SHA-256',
  doi: 'DOI',
  voteType: 'Vote',
  words: 'What is wrong',
  content: 'Note',
  author: 'Your name',
  auditorUrl: 'Your website',
  act: 'Action',
  why: 'Reason',
}

/** Fields that forms send without anybody having typed them. */
const technical = new Set([
  ...['about', 'assistant_draft', 'back', 'kind', 'note', 'payout', 'redirect_url', 'reply_to', 'seen', 'sender'],
  ...['up_to', 'version'],
])

/** True for fields that the page filled in, such as the version that a decision is about. */
export const isTechnical = (name: string): boolean => technical.has(name)

/** The label of a form's field, made from its name: `environmentDetails` is "Environment details". */
export const fieldLabel = (name: string): string => {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.[\]]+/g, ' ')
    .trim()
    .toLowerCase()
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
