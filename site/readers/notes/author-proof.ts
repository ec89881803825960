import type { Doi } from '../../kit/doi/index.ts'
import type { Person } from '../../kit/people/index.ts'

/** How somebody can show that they are an author of a paper: by their ORCID iD, or by a mail to an address the paper gives. */
export type AuthorProof = 'orcid' | 'mail'

/** Whether somebody has shown to be an author of a paper. Nobody can yet: neither ORCID nor a mailed proof is asked for. */
export const proofOfAuthorship = async (_doi: Doi, _person: Person): Promise<AuthorProof | null> => null
