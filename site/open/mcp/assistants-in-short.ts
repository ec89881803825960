import { paths } from '../../kit/doi/index.ts'

/** What the page for programs says of assistants. `url`: what a person gives their assistant; `origin`: of this site. */
export const assistantsInShort = (origin: string): { title: string; text: string; url: string } => ({
  title: 'For assistants',
  text: 'An assistant that speaks the Model Context Protocol can ask here whether a paper holds, for one paper or for up to 1,000 references at once, without signing in. If you let it, it watches papers for you and writes drafts of notes and claims, which are sent only by you.',
  url: origin + paths.assistants,
})
