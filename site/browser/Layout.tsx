import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

/** The frame of every page. The home page is itself a search, and leaves the header's out. */
export const Layout = ({ children, search = true }: { children: ReactNode; search?: boolean }) => (
  <>
    <a className="skip" href="#main">
      Skip to content
    </a>
    <Header search={search} />
    <main id="main">{children}</main>
    <Footer />
  </>
)
