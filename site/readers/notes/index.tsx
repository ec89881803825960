export { NotesPage } from './NotesPage.tsx'
export { PaperNotes } from './PaperNotes.tsx'
