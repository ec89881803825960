import { type FormEvent, useState } from 'react'
import { Alert, ErrorText, TextField, useWidget } from '../../form/index.ts'
import { useAccountPage, useTask, useTexts } from './account-context.ts'
import { Choice, Row, Section, type SectionProps, Tool } from './rows.tsx'
import { useQuestion } from './use-question.ts'

/** A copy of everything that is kept about the user: the provider's copy, or that of the application, which has both. */
export const DataSection = () => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const { downloadURL } = settings.accountOptions
  return (
    <Section title={texts.yourData}>
      <p>{texts.downloadExplained}</p>
      <ErrorText>{error}</ErrorText>
      {downloadURL === undefined ? (
        <Tool busy={busy} onClick={() => run(() => client.account.export(), saveAsFile)}>
          {texts.download}
        </Tool>
      ) : (
        <a className="siw-account-tool" href={downloadURL} download="">
          {texts.download}
        </a>
      )}
    </Section>
  )
}

const saveAsFile = (data: object): void => {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: address, download: 'account.json' }).click()
  URL.revokeObjectURL(address)
}

/** Account deletion, with an explanation of the deleted and remaining data. */
export const DeletionSection = () => {
  const { client, emit } = useWidget()
  const { noteDeleted } = useAccountPage()
  const texts = useTexts()
  const { busy, error, run, isAsking, ask, close, box } = useQuestion<HTMLDivElement>()
  const remove = () =>
    run(
      async () => {
        await client.account.delete()
        // Recorded before the page is notified, because the client has already cleared the user.
        noteDeleted()
        emit({ type: 'ACCOUNT_DELETED', data: {} })
      },
      () => undefined,
    )
  return (
    <Section title={texts.deletion}>
      {isAsking ? (
        <div ref={box} className="siw-account-task siw-stack" tabIndex={-1}>
          <Alert variant="warning">{texts.deletionExplained}</Alert>
          <p>{texts.deletionStays}</p>
          <ErrorText>{error}</ErrorText>
          <Choice label={texts.deleteSure} isDanger busy={busy} onCancel={close} onConfirm={remove} />
        </div>
      ) : (
        <Tool isDanger onClick={ask}>
          {texts.deleteAccount}
        </Tool>
      )}
    </Section>
  )
}

export const NameSection = ({ user }: SectionProps) => {
  const texts = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { first_name, middle_name, last_name } = user.name
  const name = [first_name, middle_name, last_name].filter(Boolean).join(' ')
  return (
    <Section title={texts.name}>
      {isOpen ? (
        <NameForm user={user} onClose={() => setOpen(false)} />
      ) : (
        <ul className="siw-account-list">
          <Row text={name || texts.noName}>
            <Tool onClick={() => setOpen(true)}>{texts.change}</Tool>
          </Row>
        </ul>
      )}
    </Section>
  )
}

const NameForm = ({ user, onClose }: SectionProps & { onClose: () => void }) => {
  const { client } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const [first, setFirst] = useState(user.name.first_name)
  const [last, setLast] = useState(user.name.last_name)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    run(() => client.user.update({ name: { first_name: first.trim(), last_name: last.trim() } }), onClose)
  }
  return (
    <form className="siw-account-task siw-stack" onSubmit={save}>
      <TextField
        label={texts.firstName}
        name="first_name"
        autoComplete="given-name"
        maxLength={128}
        autoFocus
        value={first}
        onText={setFirst}
      />
      <TextField
        label={texts.lastName}
        name="last_name"
        autoComplete="family-name"
        maxLength={128}
        value={last}
        onText={setLast}
      />
      <ErrorText>{error}</ErrorText>
      <Choice label={texts.save} busy={busy} onCancel={onClose} />
    </form>
  )
}
