import { islands } from 'virtual:paper-islands'
import { afterYours } from '../../kit/browser/index.ts'
import { loadShare, wakeIslands } from '../../kit/browser/index.tsx'

afterYours(() => {
  wakeIslands({ ...islands, share: loadShare })

  // The form of a note works without it: nothing waits for its script.
  void import('../../readers/notes/browser/index.ts').then(({ startNoteForm }) => startNoteForm())
})
