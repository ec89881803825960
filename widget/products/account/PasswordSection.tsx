import { type FormEvent, useState } from 'react'
import { PasswordField, useWidget } from '../../form/index.ts'
import { Username } from '../proof/index.ts'
import { Choice } from './Choice.tsx'
import { Row, Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import type { SectionProps } from './section-props.ts'
import { useTexts } from './texts.ts'
import { useTask } from './use-task.ts'

export const PasswordSection = ({ user }: SectionProps) => {
  const texts = useTexts()
  const [stage, setStage] = useState<'closed' | 'open' | 'saved'>('closed')
  const hasPassword = user.password !== null
  return (
    <Section title={texts.password}>
      {stage === 'open' ? (
        <PasswordForm user={user} onClose={() => setStage('closed')} onSaved={() => setStage('saved')} />
      ) : (
        <ul className="siw-account-list">
          <Row text={hasPassword ? texts.hasPassword : texts.noPassword}>
            <Tool onClick={() => setStage('open')}>{hasPassword ? texts.changePassword : texts.setPassword}</Tool>
          </Row>
        </ul>
      )}
      {stage === 'saved' && <p role="status">{texts.passwordSaved}</p>}
    </Section>
  )
}

const PasswordForm = ({ user, onClose, onSaved }: SectionProps & { onClose: () => void; onSaved: () => void }) => {
  const { client } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const [password, setPassword] = useState('')
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (password !== '') run(() => client.passwords.resetBySession({ password }), onSaved)
  }
  return (
    <form className="siw-account-task siw-stack" noValidate onSubmit={save}>
      <Username value={user.emails[0]?.email ?? ''} />
      <PasswordField kind="new" value={password} onText={setPassword} error={error} />
      <Choice label={texts.save} busy={busy} onCancel={onClose} />
    </form>
  )
}
