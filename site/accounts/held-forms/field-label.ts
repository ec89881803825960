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
}

/** The label of a form's field, made from its name: `environmentDetails` is "Environment details". */
export const fieldLabel = (name: string): string => {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.[\]]+/g, ' ')
    .trim()
    .toLowerCase()
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
