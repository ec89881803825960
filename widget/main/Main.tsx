import type { ReactNode } from 'react'
import { Divider, ProductPart, ScreenFrame, useWidget } from '../form/index.ts'
import { type ButtonGroup, manifests, type ProductName } from '../products/index.ts'
import { countButtons } from './count-buttons.ts'
import { LoginForm } from './LoginForm.tsx'
import { type Group, mainLayout } from './main-layout.ts'

/** The product that draws each group of buttons, for the groups that have one. */
const ownerOf = new Map<ButtonGroup, ProductName>()
for (const name of Object.keys(manifests) as ProductName[]) {
  const { buttons } = manifests[name]
  if (buttons !== null) ownerOf.set(buttons.group, name)
}
const built: ReadonlySet<Group> = new Set<Group>(['form', ...ownerOf.keys()])

/** The first screen. */
export const Main = () => {
  const { strings, styles, settings } = useWidget()
  const { logo, hideHeaderText } = styles
  const layout = mainLayout(settings, built)

  const parts = (): ReactNode => {
    if (layout.kind === 'impossible') return <p className="siw-text">{strings.main[layout.reason]}</p>
    const { form } = layout
    return layout.places.map((place, at) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: a divider has nothing else to tell it by.
      if (place === 'divider') return <Divider key={`divider-${at}`} />
      if (place !== 'form') return <ButtonsOf key={place} group={place} />
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

const ButtonsOf = ({ group }: { group: ButtonGroup }) => {
  const { settings } = useWidget()
  const owner = ownerOf.get(group)
  if (owner === undefined) return null
  return (
    <ProductPart of={owner} buttons={group === 'passkey' ? 0 : countButtons(owner, settings)}>
      {({ Buttons }) => Buttons && <Buttons />}
    </ProductPart>
  )
}
