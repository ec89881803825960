import { type ReactNode, useContext } from 'react'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { LayoutSlots } from './layout-slots.ts'

/** The frame of every page. The home page is itself a search, and leaves the header's out. */
export const Layout = ({ children, search = true }: { children: ReactNode; search?: boolean }) => {
  const slots = useContext(LayoutSlots)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header search={search && slots.search} account={slots.account} />
      {slots.notice}
      <main id="main">{children}</main>
      <Footer contact={slots.reader.contact} />
    </>
  )
}
