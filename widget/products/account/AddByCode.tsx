import { type FormEvent, type ReactNode, useState } from 'react'
import { fill, useWidget } from '../../form/index.ts'
import { CodeField } from '../proof/index.ts'
import { Choice } from './Choice.tsx'
import { useTexts } from './texts.ts'
import { useTask } from './use-task.ts'

type Props = {
  /** Draws the field for the address or number. */
  field: (value: string, onText: (text: string) => void, error: string | undefined) => ReactNode
  /** Sends a code to the destination and returns its method ID. */
  send: (destination: string) => Promise<{ method_id: string }>
  onClose: () => void
}

/** Adds an address or number to the account: it is typed, and the code that is sent to it shows that it is theirs. */
export const AddByCode = ({ field, send, onClose }: Props) => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const sending = useTask()
  const checking = useTask()
  const [destination, setDestination] = useState('')
  const [method, setMethod] = useState<string | null>(null)
  const [code, setCode] = useState('')

  const submitDestination = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (destination.trim() === '') return
    sending.run(
      () => send(destination.trim()),
      ({ method_id }) => setMethod(method_id),
    )
  }
  const submitCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (method === null || code === '') return
    const duration = { session_duration_minutes: settings.sessionOptions.sessionDurationMinutes }
    checking.run(() => client.otps.authenticate(code.trim(), method, duration), onClose)
  }

  if (method === null) {
    return (
      <form className="siw-account-task siw-stack" noValidate onSubmit={submitDestination}>
        {field(destination, setDestination, sending.error)}
        <Choice label={texts.sendCode} busy={sending.busy} onCancel={onClose} />
      </form>
    )
  }
  return (
    <form className="siw-account-task siw-stack" noValidate onSubmit={submitCode}>
      <p role="status">{fill(texts.codeSent, { destination: destination.trim() })}</p>
      <CodeField label={texts.code} value={code} onText={setCode} error={checking.error} />
      <Choice label={texts.add} busy={checking.busy} onCancel={onClose} />
    </form>
  )
}
