import { islands } from 'virtual:paper-islands'
import { wakeIslands } from '../../kit/browser/index.tsx'

wakeIslands({ ...islands, share: () => import('../../kit/browser/index.tsx').then(({ Share }) => Share) })

// The form of a note works without it: nothing waits for its script.
void import('../../readers/notes/browser/index.ts').then(({ startNoteForm }) => startNoteForm())
