/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a combobox with groups of results */
import { Loader, Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { assignLocation, type Leave } from '#auth/web/browser-navigation.ts';
import { msg, t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { PaletteIcon } from './palette-icon.tsx';
import type { PaletteItem } from './palette-items.ts';
import classes from './palette.module.css';
import { addRecentChoice } from './recent-choices.ts';
import { usePaletteGroups } from './use-palette-groups.ts';

interface PaletteProps {
  user: CurrentUser | null;
  opened: boolean;
  onClose: () => void;
  leave?: Leave;
}

export function Palette({ opened, onClose, ...props }: PaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={600}
      radius="lg"
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('Search Promenade')}>
        <Content onClose={onClose} {...props} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Content({ user, onClose, leave = assignLocation }: Omit<PaletteProps, 'opened'>) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { groups, isSearching } = usePaletteGroups(user, text);
  const items = groups.flatMap((group) => group.items);
  const { selected, moveTo, reset } = useSelection(items);
  const listId = useId();
  const toOptionId = (item: PaletteItem) => `${listId}-${items.indexOf(item)}`;
  useShown(selected && toOptionId(selected));

  const choose = ({ kind, to, label, isLoaded, run }: PaletteItem) => {
    run?.();
    if (to === undefined) return;
    if (kind !== 'person' && !isLoaded) addRecentChoice(user?.id ?? null, { to, label });
    onClose();
    if (isLoaded) leave(to);
    else void navigate(to);
  };
  const press = (event: KeyboardEvent) => {
    // While an input method composes a word, these keys belong to it.
    if (event.nativeEvent.isComposing || !selected) return;
    if (event.key === 'Enter') choose(selected);
    else if (event.key === 'ArrowDown') moveTo(1);
    else if (event.key === 'ArrowUp') moveTo(-1);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <TextInput
        data-autofocus
        variant="unstyled"
        size="lg"
        className={classes.field}
        aria-label={t('Search Promenade')}
        placeholder={t(placeholders[user?.userType ?? 'visitor'])}
        leftSection={isSearching ? <Loader size="xs" aria-hidden /> : <IconSearch size={20} aria-hidden />}
        rightSection={
          <button type="button" className={classes.close} aria-label={t('Close search')} onClick={onClose}>
            <IconX size={18} aria-hidden />
          </button>
        }
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          reset();
        }}
        onKeyDown={press}
        autoComplete="off"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={selected && toOptionId(selected)}
      />
      {items.length === 0 && !isSearching ? (
        <output className={classes.empty}>{t('Nothing found for “{text}”', { text: text.trim() })}</output>
      ) : (
        <VisuallyHidden component="output">
          {isSearching
            ? t('Searching')
            : t('{count, plural, one {# result} other {# results}}', { count: items.length })}
        </VisuallyHidden>
      )}
      <div className={classes.list} id={listId} role="listbox" aria-label={t('Results')}>
        {groups.map(({ title, items: groupItems }) => (
          <div className={classes.group} role="group" aria-label={title} key={title}>
            <div className={classes.title} aria-hidden>
              {title}
            </div>
            {groupItems.map((item) => (
              <PaletteOption
                id={toOptionId(item)}
                item={item}
                isSelected={item === selected}
                onChoose={() => choose(item)}
                key={item.id}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={classes.keys} aria-hidden>
        {rich('<key>↑</key> <key>↓</key> to move <key>Enter</key> to open <key>Esc</key> to close', {
          key: <kbd />,
        })}
      </p>
    </>
  );
}

const placeholders = {
  marketer: msg('Pages, campaigns, help'),
  advertiser: msg('Pages, campaigns, help'),
  admin: msg('Pages, people, campaigns'),
  visitor: msg('Pages, campaigns, help'),
} as const;

/** Keeps the selection if other lines arrive above it. If the selected line goes, selects the first. */
function useSelection(items: readonly PaletteItem[]) {
  const [id, setId] = useState<string | null>(null);
  const at = Math.max(
    items.findIndex((item) => item.id === id),
    0,
  );
  return {
    selected: items[at],
    moveTo: (step: 1 | -1) => setId(items.at((at + step) % items.length)?.id ?? null),
    reset: () => setId(null),
  };
}

function useShown(optionId: string | undefined): void {
  useEffect(() => {
    if (optionId !== undefined) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' });
  }, [optionId]);
}

interface PaletteOptionProps {
  id: string;
  item: PaletteItem;
  isSelected: boolean;
  onChoose: () => void;
}

function PaletteOption({ id, item, isSelected, onChoose }: PaletteOptionProps) {
  return (
    <button
      type="button"
      id={id}
      className={classes.item}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <PaletteIcon item={item} />
      <span className={classes.words}>
        {item.label}
        {item.detail ? <span className={classes.detail}>{item.detail}</span> : null}
      </span>
    </button>
  );
}
