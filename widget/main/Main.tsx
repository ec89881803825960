import { type FormEvent, type ReactNode, useState } from 'react'
import { type EmailFlow, isEmailAddress } from '../form/email/index.ts'
import {
  Button,
  Divider,
  ProductPart,
  ScreenFrame,
  TextField,
  useAttempt,
  useEnterEmail,
  useWidget,
} from '../form/index.ts'
import { type ButtonGroup, manifests, noPhoneNumber, type ProductName } from '../products/index.ts'
import { countButtons, type FormLayout, type Group, mainLayout, type Tab } from './main-layout.ts'
import { Tabs } from './Tabs.tsx'

/** Email form, which continues according to the configured products. */
const EmailForm = ({ flow }: { flow: EmailFlow }) => {
  const { strings, dispatch } = useWidget()
  const enterEmail = useEnterEmail()
  const { busy, error, setError, run } = useAttempt()
  const [text, setText] = useState('')

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = text.trim()
    if (isEmailAddress(email)) {
      run(
        () => enterEmail(email, flow),
        screen => dispatch({ type: 'transition', screen }),
      )
      return
    }
    setError(flow === 'code' ? strings.main.invalidEmailForCode : strings.main.invalidEmail)
    event.currentTarget.querySelector('input')?.focus()
  }

  return (
    <form className="siw-stack" noValidate onSubmit={submit}>
      <TextField
        label={strings.common.email}
        type="email"
        name="email"
        inputMode="email"
        // Enables passkey autofill.
        autoComplete={flow === 'password' ? 'username webauthn' : 'email webauthn'}
        autoCapitalize="off"
        spellCheck={false}
        required
        value={text}
        onText={setText}
        error={error}
      />
      <Button submit busy={busy}>
        {strings.main.continueWithEmail}
      </Button>
    </form>
  )
}

/** Email or phone number form, with tabs if there are several. */
const LoginForm = ({ tabs, emailFlow }: Extract<FormLayout, { kind: 'possible' }>) => {
  const { strings } = useWidget()
  const [current, setCurrent] = useState(tabs[0])
  // Shared state, so that a number typed on the SMS tab is kept on the WhatsApp tab.
  const [phone, setPhone] = useState(noPhoneNumber)
  if (current === undefined) return null

  const form =
    current === 'email' ? (
      <EmailForm flow={emailFlow} />
    ) : (
      <ProductPart key={current} of="otp" label={strings.main.phoneNumber}>
        {({ PhoneForm }) => PhoneForm && <PhoneForm method={current} phone={phone} onPhone={setPhone} />}
      </ProductPart>
    )
  if (tabs.length === 1) return form
  const titles: Record<Tab, string> = {
    sms: strings.main.smsTab,
    whatsapp: strings.main.whatsappTab,
    email: strings.main.emailTab,
  }
  return (
    <Tabs
      label={strings.main.waysToSignIn}
      tabs={tabs.map(name => ({ name, title: titles[name] }))}
      current={current}
      onChange={setCurrent}
    >
      {form}
    </Tabs>
  )
}

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
