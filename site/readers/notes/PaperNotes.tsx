import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { Note, NoteForm, OwnNotes } from './Note.tsx'
import type { PaperNotes as Model } from './rules.ts'

/** Notes on a paper, separate from its evidence: the latest ones, and the form. */
export const PaperNotes = ({ notes, total, own, all, form }: Model) => (
  <section className="notes" id="notes" data-yours="notes" aria-labelledby="notes-label">
    <h2 id="notes-label">
      Notes from readers
      {total > 0 && <small>{` ${groupedNumber(total)}`}</small>}
    </h2>
    <p className="notes-about">
      {total === 0
        ? 'Share what would help the next reader: where data has moved, a detail missing from the methods, a question. A moderator reviews each note before it appears.'
        : 'Written by readers and reviewed, but not endorsed, by a moderator. Notes do not change the paper’s status.'}
    </p>
    {notes.length > 0 && (
      <ol className="note-list">
        {notes.map(note => (
          <Note key={note.id} note={note} all={all} />
        ))}
      </ol>
    )}
    {countOf(notes) < total && (
      <p>
        <a href={all}>{`All ${groupedNumber(total)} notes`}</a>
      </p>
    )}
    <OwnNotes own={own} action={form.action} />
    <NoteForm form={form} heading="h3" />
  </section>
)

const countOf = (notes: Model['notes']): number => notes.reduce((sum, { replies }) => sum + 1 + replies.length, 0)
