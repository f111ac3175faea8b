import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

const PlainLink = (props: AnchorProps & ComponentPropsWithRef<'a'>) => <Anchor underline="always" {...props} />;
const ButtonAsLink = (props: ButtonProps & ComponentPropsWithRef<'a'>) => <Button component="a" {...props} />;

/** A link to another page, in text. */
export const PageLink = createLink(PlainLink);

/** A link to another page that looks like a button. */
export const ButtonLink = createLink(ButtonAsLink);
