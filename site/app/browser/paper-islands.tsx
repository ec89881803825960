import { side } from 'virtual:paper-sections'
import { hydrate, Share } from '../../kit/browser/index.tsx'

hydrate({ ...side, share: Share })

// The form of a note works without it: nothing waits for its script.
void import('../../readers/notes/browser/index.ts').then(({ startNoteForm }) => startNoteForm())
