import type { ComponentType } from 'react'
import { PaperNotes } from '../readers/notes/index.tsx'
import type { PaperStoryProps } from './features.ts'

/** What features add to the story of a paper, below what is known: the server's markup, by the name of the section. */
export const paperStory: { readonly [Name in keyof PaperStoryProps]: ComponentType<PaperStoryProps[Name]> } = {
  notes: PaperNotes,
}
