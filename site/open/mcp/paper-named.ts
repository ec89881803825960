import { z } from 'zod'
import type { Doi } from '../../kit/doi/index.ts'
import type { Account } from '../../kit/people/index.ts'
import { readDoi } from '../api/index.ts'
import { type Asking, ToolProblem } from './tool.ts'

/** The paper that a tool is about. */
export const paperNamed = z
  .string()
  .trim()
  .min(1, { error: 'name a paper' })
  .max(2_000)
  .describe('A DOI, bare or as an address, or an arXiv number.')

/** Error message for input that identifies no paper. */
export const namesNoPaper =
  'This names no paper: give its DOI, which is 10., four to nine digits, a slash and what its publisher put behind it, or its arXiv number. To look for a paper by its title, use find_papers.'

/** @throws ToolProblem if the text identifies no paper */
export const doiNamed = (text: string): Doi => {
  const doi = readDoi(text)
  if (doi === null) throw new ToolProblem(namesNoPaper)
  return doi
}

/** Returns the user the assistant acts for. Requests without one are rejected earlier. */
export const personOf = ({ account }: Asking): Account => {
  if (account === null) throw new ToolProblem('This needs the permission of a person: sign in.')
  return account
}
