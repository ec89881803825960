import { actingForField } from '../../kit/page/index.ts'
import { DraftNotice } from '../drafts/index.tsx'
import type { NoteFormModel } from './model.ts'
import { longest } from './rules.ts'

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
