import { paperSections } from '../../app/paper-sections.tsx'
import { hydrate, Share } from '../../kit/browser/index.tsx'

hydrate({ ...paperSections, share: Share })

// The form of a note is a form without it: nothing waits for its script.
void import('../../readers/notes/browser/index.ts').then(({ startNoteForm }) => startNoteForm())
