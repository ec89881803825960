import type { Doi } from './doi.ts'
import { matchDoiPath } from './match-doi-path.ts'

const endings = { badge: 'svg', share: 'png' } as const

/** The DOI in the target of a request for a picture, `/badge/10.1000/x.svg` or `/share/10.1000/x.png`, written as in the paths of papers. */
export const doiInPicturePath = (target: string, kind: keyof typeof endings): Doi | null => {
  const [path = ''] = target.split('?', 1)
  const end = `.${endings[kind]}`
  if (!path.startsWith(`/${kind}/`) || !path.toLowerCase().endsWith(end)) return null
  const match = matchDoiPath(path.slice(kind.length + 1, -end.length))
  return match.kind === 'match' && match.action === 'paper' ? match.doi : null
}
