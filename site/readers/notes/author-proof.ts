import type { Doi } from '../../kit/doi/index.ts'
import type { Person } from '../../kit/people/index.ts'

/** Verification method of a paper's author: ORCID iD, or a mail to an address in the paper. */
export type AuthorProof = 'orcid' | 'mail'

/** Returns the verification of a person as the paper's author. Always null: neither method is implemented yet. */
export const proofOfAuthorship = async (_doi: Doi, _person: Person): Promise<AuthorProof | null> => null
