import { Layout } from '../../kit/browser/index.tsx'
import { allNotesOf, Note, NoteForm, OwnNotes } from './Note.tsx'
import type { NotesPageModel } from './rules.ts'

/** Every note on a paper, page by page, and the form for another, an answer or a change. */
export const NotesPage = ({ model: { paper, notes, total, own, next, first, form } }: { model: NotesPageModel }) => (
  <Layout>
    <div className="notes notes-page">
      <p className="eyebrow">
        <a href={paper.href}>Back to the paper</a>
      </p>
      <h1>Notes on {paper.title}</h1>
      {(form.problem !== null || form.edits !== null || form.answers !== null) && <NoteForm form={form} heading="h2" />}
      <p className="notes-about">
        {total === 0
          ? 'No notes yet. A moderator reviews each note before it appears.'
          : 'Written by readers and reviewed, but not endorsed, by a moderator.'}
      </p>
      <ol className="note-list">
        {notes.map(note => (
          <Note key={note.id} note={note} all={allNotesOf(paper.doi)} />
        ))}
      </ol>
      {(next !== null || first !== null) && (
        <p className="pager">
          {first !== null && <a href={first}>Newest notes</a>}
          {next === null ? <span>End of the list.</span> : <a href={next}>Older notes</a>}
        </p>
      )}
      <OwnNotes own={own} action={form.action} />
      {form.problem === null && form.edits === null && form.answers === null && <NoteForm form={form} heading="h2" />}
    </div>
  </Layout>
)
