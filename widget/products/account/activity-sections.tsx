import type { AccountEvent, AccountSession } from '@corroborate/wire/types'
import { useState } from 'react'
import { ErrorText, fill, useWidget } from '../../form/index.ts'
import { permissionsOf, resultsOf, useScopeTexts } from '../scopes/index.ts'
import { useLoaded, useTask, useTexts, useTimes } from './account-context.ts'
import type { AccountTexts, OwnTexts } from './en.ts'
import { Removable, Row, RowToEnd, Section, Tool, Waiting } from './rows.tsx'

/** Authorized third-party applications with their access, date and a button to revoke. Usually empty. */
export const AppSection = () => {
  const { client } = useWidget()
  const texts = useTexts()
  const { value: apps, ...waiting } = useLoaded(async () => (await client.user.getConnectedApps()).connected_apps)
  const access = useAccess()
  const inWords = useTimes()
  if (apps === null && !waiting.hasFailed) return null
  if (apps?.length === 0) return null
  return (
    <Section title={texts.apps}>
      {apps === null ? (
        <Waiting {...waiting} />
      ) : (
        <ul className="siw-account-list">
          {apps.map(({ connected_app_id: id, name, scopes_granted, granted_at }) => (
            <Removable
              key={id}
              name={name}
              note={[fill(texts.appSince, { when: inWords(granted_at) }), ...access(scopes_granted)].join(' · ')}
              warning={texts.appWarning}
              remove={() => client.user.revokedConnectedApp(id)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Formats scopes as on the consent screen, including the project's own. */
const useAccess = (): ((scopes: string) => readonly string[]) => {
  const texts = useScopeTexts()
  const { bootstrap } = useWidget()
  const described = bootstrap?.rbacPolicy?.scopes ?? []
  return scopes =>
    permissionsOf(resultsOf(scopes, described), texts).flatMap(({ text, details }) =>
      details.length > 0 ? details : [text],
    )
}

/** Formats a device: `Firefox on Windows`. Pure. */
export const formatDevice = ({ browser, system }: AccountSession['device'], texts: OwnTexts): string => {
  if (browser !== '' && system !== '') return fill(texts.onSystem, { browser, system })
  return browser || system || texts.unknownDevice
}

/** The text below an entry: its parts, and the network where it is known. Pure. */
export const whereabouts = ([said, network]: readonly [said: string, network: string], texts: OwnTexts): string =>
  [said, network !== '' && fill(texts.network, { network })].filter(Boolean).join(' · ')

const shownAtFirst = 5

export const EventSection = () => {
  const { client } = useWidget()
  const texts = useTexts()
  const inWords = useTimes()
  const [isWhole, setWhole] = useState(false)
  const { value, ...waiting } = useLoaded(() => client.account.events())
  // A newer provider may list events unknown to this page.
  const events = value?.filter(({ action }) => action in texts) ?? []
  const shown = isWhole ? events : events.slice(0, shownAtFirst)
  return (
    <Section title={texts.events}>
      {value === null && <Waiting {...waiting} />}
      {value !== null && events.length === 0 && <p>{texts.noEvents}</p>}
      <ul className="siw-account-list">
        {shown.map(event => (
          <Row
            key={event.event_id}
            text={eventInWords(event, texts)}
            note={whereabouts([`${inWords(event.at)} · ${formatDevice(event.device, texts)}`, event.network], texts)}
          />
        ))}
      </ul>
      {events.length > shown.length && <Tool onClick={() => setWhole(true)}>{texts.showAll}</Tool>}
    </Section>
  )
}

const eventInWords = ({ action, factor, by_operator }: AccountEvent, texts: AccountTexts): string => {
  const what = texts[action]
  if (factor !== null) return fill(texts.eventWith, { event: what, proof: texts[`proof.${factor}`] })
  return by_operator ? `${what} (${texts.byOperator})` : what
}

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
  const name = formatDevice(device, texts)
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
