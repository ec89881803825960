import { type FormEvent, useState } from 'react'
import { Alert, Button, ErrorText, fill, TextField, type User, useAttempt, useWidget } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'

type Props = {
  registration: User['webauthn_registrations'][number]
  /** It is being renamed or deleted. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** One passkey of the list, renamed and deleted in its place. */
export const PasskeyItem = ({ registration, isOpen, onOpen }: Props) => {
  const [task, setTask] = useState<'rename' | 'delete'>('rename')
  const texts = useTexts()
  const { name } = registration
  const begin = (next: typeof task) => {
    setTask(next)
    onOpen(true)
  }
  const close = () => onOpen(false)

  if (isOpen && task === 'rename') return <Rename registration={registration} onClose={close} />
  if (isOpen) return <Remove registration={registration} onClose={close} />
  return (
    <li className="siw-passkey-item">
      <span className="siw-passkey-name">{name}</span>
      <IconButton
        label={fill(texts.rename, { name })}
        path="m4 20 1-4.500L16 4.500l3.500 3.500L8.500 19zM14 6.500l3.500 3.500"
        onClick={() => begin('rename')}
      />
      <IconButton
        label={fill(texts.remove, { name })}
        path="M5 7h14M10 7V4.500h4V7m-7.500 0 1 12.500h9l1-12.500M10.500 11v5m3-5v5"
        onClick={() => begin('delete')}
      />
    </li>
  )
}

type TaskProps = Pick<Props, 'registration'> & { onClose: () => void }

const Rename = ({ registration: { webauthn_registration_id, name }, onClose }: TaskProps) => {
  const { client } = useWidget()
  const texts = useTexts()
  const { busy, run, error } = useAttempt()
  const [text, setText] = useState(name)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted === '' || wanted === name) return onClose()
    run(() => client.webauthn.update({ webauthn_registration_id, name: wanted }), onClose)
  }
  return (
    <li className="siw-passkey-task">
      <form className="siw-stack" onSubmit={save}>
        <TextField
          label={texts.name}
          maxLength={100}
          autoComplete="off"
          autoFocus
          value={text}
          onText={setText}
          error={error}
        />
        <div className="siw-passkey-choice">
          <Button submit busy={busy}>
            {texts.save}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </li>
  )
}

const Remove = ({ registration: { webauthn_registration_id, domain, name }, onClose }: TaskProps) => {
  const { client } = useWidget()
  const texts = useTexts()
  const { busy, run, error } = useAttempt()
  const remove = () =>
    run(async () => {
      await client.user.deleteWebauthnRegistration(webauthn_registration_id)
      // A browser that is not told offers it again. To tell it is a kindness: what fails is left at that.
      await client.webauthn.signal({ domain }).catch(() => undefined)
    }, onClose)
  return (
    <li className="siw-passkey-task siw-stack">
      <span className="siw-passkey-name">{name}</span>
      <Alert variant="warning">{texts.warning}</Alert>
      <ErrorText>{error}</ErrorText>
      <div className="siw-passkey-choice">
        <Button busy={busy} onClick={remove}>
          {texts.delete}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </li>
  )
}

const IconButton = ({ label, path, onClick }: { label: string; path: string; onClick: () => void }) => (
  <button type="button" className="siw-passkey-tool" aria-label={label} title={label} onClick={onClick}>
    <svg className="siw-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
)
