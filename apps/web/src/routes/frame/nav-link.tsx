import { useEffect, useRef, type ComponentProps } from 'react'
import { Link } from '../../shared/router/link.tsx'
import { usePlace } from '../../shared/router/use-router.tsx'
import styles from './header.module.css'

/** An entry of the header's navigation. That of the screen is brought into sight where not all of them fit. */
export function NavLink(props: ComponentProps<typeof Link>) {
  const element = useRef<HTMLAnchorElement>(null)
  const isHere = usePlace(({ pathname }) => pathname === props.to)
  useEffect(() => {
    const link = element.current
    const nav = link?.parentElement
    // The window stays where it is, which scrollIntoView would not see to.
    if (isHere && nav) nav.scrollLeft = link.offsetLeft + (link.offsetWidth - nav.clientWidth) / 2
  }, [isHere])
  return <Link {...props} ref={element} className={styles.link} />
}
