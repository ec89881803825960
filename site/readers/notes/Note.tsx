import { ActingFor } from '../../kit/browser/index.tsx'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { actingForField } from '../../kit/page/acting-for.ts'
import { formatDate } from '../../kit/times/times.ts'
import { DraftNotice } from '../drafts/DraftNotice.tsx'
import { WrittenText } from '../written-text/WrittenText.tsx'
import { longest, type NoteFormModel, type OwnNote, type PublicNote } from './rules.ts'

/** Note form (SPEC §2, "Paper page"). Works without script; the script saves the draft and validates at once. */
export const NoteForm = ({ form, heading: Heading }: { form: NoteFormModel; heading: 'h2' | 'h3' }) => {
  const { action, reader, draft, problem, edits, answers, assistant } = form
  const title = edits === null ? (answers === null ? 'Add a note' : `Reply to ${answers.author}`) : 'Edit your note'
  const noteForm = (
    <form
      id="note-form"
      className="note-form"
      method="post"
      action={action}
      noValidate
      aria-labelledby="note-form-label"
    >
      <Heading id="note-form-label" dir="auto">
        {title}
      </Heading>
      {reader !== null && <input type="hidden" name={actingForField} value={reader} />}
      {edits !== null && (
        <>
          <input type="hidden" name="note" value={edits.id} />
          <input type="hidden" name="version" value={edits.version} />
        </>
      )}
      {answers !== null && <input type="hidden" name="reply_to" value={answers.id} />}
      {assistant !== null && <input type="hidden" name="assistant_draft" value={assistant.version} />}
      <label>
        Your name
        <input
          name="author"
          required
          maxLength={longest.author}
          autoComplete="name"
          defaultValue={draft.author}
          dir="auto"
        />
      </label>
      <label>
        Your note
        <textarea
          name="content"
          required
          rows={4}
          maxLength={longest.content}
          defaultValue={draft.content}
          dir="auto"
        />
      </label>
      <label>
        Competing interests <small>optional, shown with the note</small>
        <input name="interests" maxLength={longest.interests} defaultValue={draft.interests} dir="auto" />
      </label>
      <p className="note-form-fine">
        Plain text. URLs and DOIs become links. A moderator reviews it before it appears.
      </p>
      <p className="problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="main">
        {edits === null ? 'Send note' : 'Save changes'}
      </button>
    </form>
  )
  if (assistant === null) return noteForm
  return (
    <>
      <DraftNotice {...assistant} />
      {noteForm}
    </>
  )
}

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
      <time dateTime={note.date}>{formatDate(note.date)}</time>
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
