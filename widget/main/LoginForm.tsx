import { useState } from 'react'
import { useWidget } from '../form/context/index.ts'
import { PhoneForm } from '../products/passcodes/PhoneForm.tsx'
import { defaultCountry, type TypedPhoneNumber } from '../products/passcodes/phone/index.ts'
import { EmailForm } from './EmailForm.tsx'
import type { FormLayout, Tab } from './main-layout.ts'
import { Tabs } from './Tabs.tsx'

/** The form for an e-mail address or a phone number, with tabs when there is a choice. */
export const LoginForm = ({ tabs, emailFlow }: Extract<FormLayout, { kind: 'possible' }>) => {
  const { strings } = useWidget()
  const [current, setCurrent] = useState(tabs[0])
  // Whoever changes from text to WhatsApp has typed the number already.
  const [phone, setPhone] = useState<TypedPhoneNumber>({ text: '', region: defaultCountry })
  if (current === undefined) return null

  const form =
    current === 'email' ? (
      <EmailForm flow={emailFlow} />
    ) : (
      <PhoneForm key={current} method={current} phone={phone} onPhone={setPhone} />
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
