import { hydrate, Share } from '../browser/index.tsx'
import { paperSections } from '../paper-sections.tsx'

hydrate({ ...paperSections, share: Share })

// The form of a note is a form without it: nothing waits for its script.
void import('../notes/browser/index.ts').then(({ startNoteForm }) => startNoteForm())
