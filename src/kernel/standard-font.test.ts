import { expect, test } from 'vitest';
import { toStandardFont } from './standard-font.ts';

test.each([
  ['Maya Field', 'Maya Field'],
  ['José Muñoz-Øvergård, Žofia', 'José Muñoz-Øvergård, Žofia'],
  // The same letters in decomposed form.
  ['José'.normalize('NFD'), 'José'],
  ['Łukasz Wiśniewski', 'Lukasz Wisniewski'],
  ['Nguyễn Thị Đào', 'Nguyen Thi Dào'],
  ['Erdoğan Işık', 'Erdogan Isik'],
  ['Summer 🎉 launch – “big” €5', 'Summer launch – “big” €5'],
  ['two\nlines\tand \u202f spaces', 'two lines and spaces'],
  ['👩‍🎤👍🏽', null],
  ['東京 launch', null],
  ['Ελένη', null],
  ['Кафе', null],
  ['٤٢', null],
  ['', null],
])('prints %j as %j', (text, printed) => {
  expect(toStandardFont(text)).toBe(printed);
});
