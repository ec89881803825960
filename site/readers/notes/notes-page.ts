import { paths, storedDoi } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/index.ts'
import type { NotesPageModel } from './model.ts'
import type { NotesPage } from './NotesPage.tsx'

/** Every note on a paper, and the form for another. */
export const notesPage = definePage({
  name: 'notes',
  component: markup<typeof NotesPage>('readers/notes/NotesPage.tsx'),
  head: ({ paper }: NotesPageModel, origin) => ({
    title: `Notes on ${paper.title} · Corroborate`,
    canonical: `${origin}${paths.comment(storedDoi(paper.doi))}`,
    meta: [{ name: 'robots', content: 'noindex' }],
  }),
  islands: 'readers/notes/islands.tsx',
  scriptBudget: 7_400,
})
