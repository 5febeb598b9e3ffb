import type { ComponentProps } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './tooltip.module.css'

interface TooltipProps {
  text: string
  /** One element that can take focus: give it `tabIndex={0}` and a role when it is not a control. */
  children: ComponentProps<typeof Focusable>['children']
}

/** More words on an element while it is pointed at or holds focus; Escape puts them away. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={300}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className={styles.tooltip} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
