import type { AccountSession } from '@corroborate/wire/types'
import { ErrorText, fill, useWidget } from '../../form/index.ts'
import { Row, Tool } from './Row.tsx'
import { RowToEnd } from './RowToEnd.tsx'
import { Section } from './Section.tsx'
import { useTexts, useTimes } from './texts.ts'
import { useLoaded } from './use-loaded.ts'
import { useTask } from './use-task.ts'
import { Waiting } from './Waiting.tsx'
import { deviceInWords, whereabouts } from './whereabouts.ts'

/** The sessions of the account; each but this one can be ended, or all others at once. */
export const SessionSection = () => {
  const { client } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useTask()
  const { value: sessions, ...waiting } = useLoaded(() => client.account.sessions())
  const others = sessions?.filter(({ is_current }) => !is_current) ?? []
  return (
    <Section title={texts.sessions}>
      {sessions === null ? (
        <Waiting {...waiting} />
      ) : (
        <ul className="siw-account-list">
          {[...sessions.filter(({ is_current }) => is_current), ...others].map(session => (
            <Session key={session.session_id} session={session} />
          ))}
        </ul>
      )}
      <ErrorText>{error}</ErrorText>
      {others.length > 1 && (
        <Tool
          busy={busy}
          onClick={() =>
            run(
              () => client.account.endOtherSessions(),
              () => undefined,
            )
          }
        >
          {texts.endOthers}
        </Tool>
      )}
    </Section>
  )
}

const Session = ({ session }: { session: AccountSession }) => {
  const { client } = useWidget()
  const texts = useTexts()
  const inWords = useTimes()
  const { session_id, is_current, last_accessed_at, network, device } = session
  const name = deviceInWords(device, texts)
  const note = whereabouts([fill(texts.lastUsed, { when: inWords(last_accessed_at) }), network], texts)
  if (is_current) return <Row text={name} mark={texts.thisDevice} note={note} />
  return (
    <RowToEnd
      text={name}
      note={note}
      label={fill(texts.endNamed, { name })}
      end={() => client.account.endSession(session_id)}
    >
      {texts.end}
    </RowToEnd>
  )
}
