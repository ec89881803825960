import { type FormEvent, useState } from 'react'
import { ErrorText, TextField, useWidget } from '../../form/index.ts'
import { Choice } from './Choice.tsx'
import { Row, Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import type { SectionProps } from './section-props.ts'
import { useTexts } from './texts.ts'
import { useTask } from './use-task.ts'

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
