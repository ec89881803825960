import type { PaperPageModel } from './model.ts'

/** Author, linked to their ORCID record. Names may be right-to-left. */
export const AuthorName = ({ author: { name, orcid } }: { author: PaperPageModel['authors'][number] }) =>
  orcid === null ? (
    <bdi>{name}</bdi>
  ) : (
    <a href={orcidUrl(orcid)}>
      <bdi>{name}</bdi>
    </a>
  )

/** An ORCID iD, bare or as its address → its address. */
const orcidUrl = (orcid: string): string => {
  return `https://orcid.org/${orcid.replace(/^.*\//, '')}`
}
