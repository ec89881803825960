import { useState } from 'react'
import { ProductPart, useWidget } from '../form/index.ts'
import { noPhoneNumber } from '../products/index.ts'
import { EmailForm } from './EmailForm.tsx'
import type { FormLayout, Tab } from './main-layout.ts'
import { Tabs } from './Tabs.tsx'

/** Email or phone number form, with tabs if there are several. */
export const LoginForm = ({ tabs, emailFlow }: Extract<FormLayout, { kind: 'possible' }>) => {
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
