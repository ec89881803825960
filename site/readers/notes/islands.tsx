import { startNoteForm } from './browser/index.ts'

startNoteForm()
