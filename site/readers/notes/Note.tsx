import { ActingFor } from '../../kit/browser/index.tsx'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { dateInWords } from '../../kit/times/index.ts'
import { WrittenText } from '../written-text/index.tsx'
import type { OwnNote, PublicNote } from './model.ts'

/** A public note: text, author, date and replies. */
export const Note = ({ note, all }: { note: PublicNote; all: string }) => (
  <li className="note" id={`note-${note.id}`}>
    <WrittenText paragraphs={note.paragraphs} />
    {note.interests !== null && (
      <p className="note-interests" dir="auto">
        Competing interests: {note.interests}
      </p>
    )}
    <p className="note-by">
      <span dir="auto">{note.author}</span>
      {note.authorProof !== null && <strong>Author of the paper</strong>}
      <span>{note.signedIn ? 'signed in' : 'name not checked'}</span>
      <time dateTime={note.date}>{dateInWords(note.date)}</time>
      {all !== '' && <a href={`${all}?reply=${note.id}#note-form`}>Reply</a>}
      <a href={note.problem} rel="nofollow">
        Report a problem
      </a>
    </p>
    {note.replies.length > 0 && (
      <ol className="note-replies" aria-label="Replies">
        {note.replies.map(reply => (
          <Note key={reply.id} note={reply} all="" />
        ))}
      </ol>
    )}
  </li>
)

const standing: Readonly<Record<OwnNote['status'], string>> = {
  pending: 'Pending review. Only you can see it.',
  rejected: 'Refused. Only you can see it.',
  spam: 'Rejected as spam. Only you can see it.',
}

/** The reader's own notes that are not public, and where each stands. */
export const OwnNotes = ({ own, action }: { own: readonly OwnNote[]; action: string }) =>
  own.length === 0 ? null : (
    <section className="own-notes" aria-label="Your notes that are not public">
      {own.map(note => (
        <article key={note.id} className={`own-note is-${note.status}`} id={`note-${note.id}`}>
          <p className="own-standing">{standing[note.status]}</p>
          {note.reason !== null && (
            <p className="own-reason">{`Why: ${note.reason.toLowerCase().replace(/^it/, 'it')}.`}</p>
          )}
          {note.message !== null && (
            <p className="own-reason" dir="auto">
              The moderator says: {note.message}
            </p>
          )}
          <WrittenText paragraphs={note.paragraphs} />
          <form method="post" action={action}>
            <ActingFor />
            {note.status !== 'spam' && (
              <a className="button" href={`${action}?edit=${note.id}#note-form`}>
                Edit
              </a>
            )}
            <input type="hidden" name="note" value={note.id} />
            <button type="submit" name="action" value="withdraw">
              Withdraw
            </button>
          </form>
        </article>
      ))}
    </section>
  )

/** Returns the URL of a paper's notes from a model's DOI. */
export const allNotesOf = (doi: string): string => paths.comment(storedDoi(doi))
