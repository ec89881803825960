import { fill, useWidget } from '../../form/index.ts'
import { permissionsOf, resultsOf, useScopeTexts } from '../scopes/index.ts'
import { Removable } from './Removable.tsx'
import { Section } from './Section.tsx'
import { useTexts, useTimes } from './texts.ts'
import { useLoaded } from './use-loaded.ts'
import { Waiting } from './Waiting.tsx'

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
