import type { ReactNode } from 'react'
import { useWidget } from '../form/context/index.ts'
import { Divider, ScreenFrame } from '../form/parts/index.ts'
import { type Group, LoginForm, mainLayout, SocialButtons } from './index.ts'

/** The groups with a part. The places of passkeys and wallets stay empty until theirs join. */
const built: ReadonlySet<Group> = new Set<Group>(['oauth', 'form'])

/** Where everybody begins. */
export const Main = () => {
  const { strings, styles, settings } = useWidget()
  const { logo, hideHeaderText } = styles
  const layout = mainLayout(settings, built)

  const parts = (): ReactNode => {
    if (layout.kind === 'impossible') return <p className="siw-text">{strings.main[layout.reason]}</p>
    const { form } = layout
    return layout.places.map((place, at) => {
      if (place === 'oauth') return <SocialButtons key={place} />
      // biome-ignore lint/suspicious/noArrayIndexKey: a divider is its place.
      if (place === 'divider') return <Divider key={`divider-${at}`} />
      if (place !== 'form') return null
      return form.kind === 'possible' ? (
        <LoginForm key={place} {...form} />
      ) : (
        <p key={place} className="siw-text">
          {strings.main[form.reason]}
        </p>
      )
    })
  }

  return (
    <>
      {logo !== undefined && <img className="siw-logo" src={logo.logoImageUrl} alt={logo.alt ?? ''} />}
      <ScreenFrame {...(!hideHeaderText && { heading: strings.main.heading })}>{parts()}</ScreenFrame>
    </>
  )
}
