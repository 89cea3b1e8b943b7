/* What the compiler's runtime does for any program, done for ours: sets as ints wider than a machine word, copies of lists of small numbers.
 *
 * A set of hexes is an int of up to 273 bits, which is an object of Python's with digits of 30 bits. The runtime makes a new object for
 * whatever is found, looks at it, and throws it away where the answer is empty or small; here the digits are found on the stack, and an
 * object is made only for what does not fit a machine word. The same for members, tests and differences of sets, which the compiler calls
 * straight (build.py has the list). Included before everything else in each library; what is not done here is left to the runtime.
 */
#ifndef BIVOUAC_RUNTIME_H
#define BIVOUAC_RUNTIME_H

#include <Python.h>
#include "CPy.h"

#if PyLong_SHIFT != 30
#error "digits of 30 bits are expected"
#endif

#define MOST 48 /* digits; a board has up to ten */

CPyTagged CPyTagged_BitwiseLongOp_of_any(CPyTagged a, CPyTagged b, char op);
CPyTagged CPyTagged_Invert_of_any(CPyTagged a);
CPyTagged CPyTagged_Lshift_of_any(CPyTagged a, CPyTagged by);
CPyTagged CPyTagged_Rshift_of_any(CPyTagged a, CPyTagged by);

/* The digits of an int that is not negative, and how many; fewer than none for a negative one. */
static inline const digit *digits_of(CPyTagged x, Py_ssize_t *size, digit *own) {
    if (!CPyTagged_CheckShort(x)) {
        PyLongObject *number = (PyLongObject *)CPyTagged_LongAsObject(x);
        *size = CPY_LONG_SIZE_SIGNED(number);
        return &CPY_LONG_DIGIT(number, 0);
    }
    Py_ssize_t value = CPyTagged_ShortAsSsize_t(x);
    own[0] = value & PyLong_MASK;
    own[1] = (value >> PyLong_SHIFT) & PyLong_MASK;
    own[2] = (value >> 2 * PyLong_SHIFT) & PyLong_MASK;
    *size = value < 0 ? -1 : value >> PyLong_SHIFT == 0 ? 1 : value >> 2 * PyLong_SHIFT == 0 ? 2 : 3;
    return own;
}

/* Whether these digits, none of them an idle 0 in front, fit a machine word: from -2 ** 62 up to 2 ** 62 - 1. */
static inline int is_word(const digit *digits, Py_ssize_t size, int is_negative) {
    return size <= 2 || (size == 3 && (digits[2] < 4 || (is_negative && digits[2] == 4 && !digits[1] && !digits[0])));
}

/* An int of these digits: a machine word where it fits. */
static inline CPyTagged int_of(const digit *found, Py_ssize_t size, int is_negative) {
    while (size > 0 && found[size - 1] == 0) {
        size--;
    }
    if (is_word(found, size, is_negative)) {
        Py_ssize_t value = size > 0 ? found[0] : 0;
        if (size > 1) {
            value |= (Py_ssize_t)found[1] << PyLong_SHIFT;
        }
        if (size > 2) {
            value |= (Py_ssize_t)found[2] << 2 * PyLong_SHIFT;
        }
        return CPyTagged_ShortFromSsize_t(is_negative ? -value : value);
    }
#if PY_VERSION_HEX < 0x030C0000
    PyLongObject *made = _PyLong_New(size);
    if (unlikely(made == NULL)) {
        CPyError_OutOfMemory();
    }
    memcpy(made->ob_digit, found, size * sizeof(digit));
    if (is_negative) {
        Py_SET_SIZE(made, -size);
    }
    return (CPyTagged)made | CPY_INT_TAG;
#else
    void *digits = NULL;
    PyLongWriter *writer = PyLongWriter_Create(is_negative, size, &digits);
    if (unlikely(writer == NULL)) {
        CPyError_OutOfMemory();
    }
    memcpy(digits, found, size * sizeof(digit));
    return (CPyTagged)PyLongWriter_Finish(writer) | CPY_INT_TAG;
#endif
}

/* The digits of any int as if a negative one had endless ones before it: how many, and what all the others are. */
static Py_ssize_t spread(CPyTagged x, digit *found, digit *others) {
    if (CPyTagged_CheckShort(x)) {
        Py_ssize_t value = CPyTagged_ShortAsSsize_t(x);
        for (int i = 0; i < 3; i++) {
            found[i] = (value >> i * PyLong_SHIFT) & PyLong_MASK;
        }
        *others = value < 0 ? PyLong_MASK : 0;
        return 3;
    }
    PyLongObject *number = (PyLongObject *)CPyTagged_LongAsObject(x);
    Py_ssize_t size = CPY_LONG_SIZE_SIGNED(number);
    digit carry = size < 0, flip = size < 0 ? PyLong_MASK : 0;
    size = size < 0 ? -size : size;
    for (Py_ssize_t i = 0; i < size && i < MOST; i++) {
        digit each = (CPY_LONG_DIGIT(number, i) ^ flip) + carry;
        carry = each >> PyLong_SHIFT;
        found[i] = each & PyLong_MASK;
    }
    *others = flip;
    return size;
}

static CPyTagged with_negative(CPyTagged a, CPyTagged b, char op) {
    digit left[MOST], right[MOST], found[MOST + 1], lefts, rights;
    Py_ssize_t na = spread(a, left, &lefts), nb = spread(b, right, &rights), n = na > nb ? na : nb;
    if (n > MOST) {
        return CPyTagged_BitwiseLongOp_of_any(a, b, op);
    }
    for (Py_ssize_t i = na; i < n; i++) {
        left[i] = lefts;
    }
    for (Py_ssize_t i = nb; i < n; i++) {
        right[i] = rights;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        found[i] = op == '&' ? left[i] & right[i] : op == '|' ? left[i] | right[i] : left[i] ^ right[i];
    }
    digit all = op == '&' ? lefts & rights : op == '|' ? lefts | rights : lefts ^ rights;
    if (all) {
        digit carry = 1;
        for (Py_ssize_t i = 0; i < n; i++) {
            digit each = (found[i] ^ PyLong_MASK) + carry;
            carry = each >> PyLong_SHIFT;
            found[i] = each & PyLong_MASK;
        }
        found[n++] = carry;
    }
    return int_of(found, n, all != 0);
}

CPyTagged CPyTagged_BitwiseLongOp_(CPyTagged a, CPyTagged b, char op) {
    digit ours[3], theirs[3], found[MOST];
    Py_ssize_t few, many, i;
    const digit *less = digits_of(a, &few, ours), *more = digits_of(b, &many, theirs);
    if (unlikely(few < 0 || many < 0)) {
        return with_negative(a, b, op);
    }
    if (few > many) {
        const digit *swap = less;
        Py_ssize_t size = few;
        less = more, few = many, more = swap, many = size;
    }
    if (unlikely(many > MOST)) {
        return CPyTagged_BitwiseLongOp_of_any(a, b, op);
    }
    if (op == '&') {
        for (i = 0; i < few; i++) {
            found[i] = less[i] & more[i];
        }
        return int_of(found, few, 0);
    }
    if (op == '|') {
        for (i = 0; i < few; i++) {
            found[i] = less[i] | more[i];
        }
    } else {
        for (i = 0; i < few; i++) {
            found[i] = less[i] ^ more[i];
        }
    }
    for (; i < many; i++) {
        found[i] = more[i];
    }
    return int_of(found, many, 0);
}

CPyTagged CPyTagged_Invert_(CPyTagged a) {
    digit found[MOST + 1], others, carry = 1;
    Py_ssize_t n = spread(a, found, &others);
    if (n > MOST) {
        return CPyTagged_Invert_of_any(a);
    }
    if (others) { /* of a negative one: all digits turned round */
        for (Py_ssize_t i = 0; i < n; i++) {
            found[i] ^= PyLong_MASK;
        }
        return int_of(found, n, 0);
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        digit each = found[i] + carry;
        carry = each >> PyLong_SHIFT;
        found[i] = each & PyLong_MASK;
    }
    found[n++] = carry;
    return int_of(found, n, 1);
}

CPyTagged CPyTagged_Lshift_(CPyTagged a, CPyTagged by) {
    digit own[3], found[MOST];
    Py_ssize_t size;
    const digit *digits = digits_of(a, &size, own);
    Py_ssize_t shift = CPyTagged_CheckShort(by) ? CPyTagged_ShortAsSsize_t(by) : -1;
    if (unlikely(size < 0 || shift < 0 || shift >= PyLong_SHIFT * MOST || size + shift / PyLong_SHIFT + 1 > MOST)) {
        return CPyTagged_Lshift_of_any(a, by);
    }
    Py_ssize_t whole = shift / PyLong_SHIFT, rest = shift % PyLong_SHIFT;
    memset(found, 0, whole * sizeof(digit));
    twodigits carry = 0;
    for (Py_ssize_t i = 0; i < size; i++) {
        carry |= (twodigits)digits[i] << rest;
        found[whole + i] = carry & PyLong_MASK;
        carry >>= PyLong_SHIFT;
    }
    found[whole + size] = (digit)carry;
    return int_of(found, whole + size + 1, 0);
}

CPyTagged CPyTagged_Rshift_(CPyTagged a, CPyTagged by) {
    digit own[3], found[MOST];
    Py_ssize_t size;
    const digit *digits = digits_of(a, &size, own);
    Py_ssize_t shift = CPyTagged_CheckShort(by) ? CPyTagged_ShortAsSsize_t(by) : -1;
    if (unlikely(size < 0 || size > MOST || shift < 0)) {
        return CPyTagged_Rshift_of_any(a, by);
    }
    Py_ssize_t whole = shift / PyLong_SHIFT, rest = shift % PyLong_SHIFT, n = 0;
    for (Py_ssize_t i = whole; i < size; i++, n++) {
        twodigits both = digits[i] | (i + 1 < size ? (twodigits)digits[i + 1] << PyLong_SHIFT : 0);
        found[n] = (both >> rest) & PyLong_MASK;
    }
    return int_of(found, n, 0);
}

/* Whether an int of two digits or more fits a machine word. */
Py_ssize_t CPyLong_AsSsize_tAndOverflow_(PyObject *number, int *overflow) {
    PyLongObject *any = (PyLongObject *)number;
    Py_ssize_t signed_size = CPY_LONG_SIZE_SIGNED(any), size = signed_size < 0 ? -signed_size : signed_size;
    if (!is_word(&CPY_LONG_DIGIT(any, 0), size, signed_size < 0)) {
        *overflow = signed_size < 0 ? -1 : 1;
        return -1;
    }
    Py_ssize_t value = 0;
    for (Py_ssize_t i = size - 1; i >= 0; i--) {
        value = value << PyLong_SHIFT | CPY_LONG_DIGIT(any, i);
    }
    *overflow = 0;
    return signed_size < 0 ? -value : value;
}

/* Called straight by the compiler: see build.py. */

static inline char CPySet_Meets(CPyTagged a, CPyTagged b) {
    if (likely(CPyTagged_CheckShort(a) && CPyTagged_CheckShort(b))) {
        return (a & b) != 0;
    }
    digit ours[3], theirs[3];
    Py_ssize_t na, nb;
    const digit *left = digits_of(a, &na, ours), *right = digits_of(b, &nb, theirs);
    if (unlikely(na < 0 || nb < 0)) {
        CPyTagged found = with_negative(a, b, '&');
        CPyTagged_DECREF(found);
        return found != 0;
    }
    for (Py_ssize_t i = (na < nb ? na : nb) - 1; i >= 0; i--) {
        if (left[i] & right[i]) {
            return 1;
        }
    }
    return 0;
}

static inline char CPySet_Beyond(CPyTagged a, CPyTagged b) {
    if (likely(CPyTagged_CheckShort(a) && CPyTagged_CheckShort(b))) {
        return (a & ~b) != 0;
    }
    digit ours[3], theirs[3];
    Py_ssize_t na, nb;
    const digit *left = digits_of(a, &na, ours), *right = digits_of(b, &nb, theirs);
    if (unlikely(na < 0 || nb < 0)) {
        CPyTagged others = CPyTagged_Invert(b);
        char found = CPySet_Meets(a, others);
        CPyTagged_DECREF(others);
        return found;
    }
    for (Py_ssize_t i = na - 1; i >= 0; i--) {
        if (left[i] & ~(i < nb ? right[i] : 0)) {
            return 1;
        }
    }
    return 0;
}

static inline CPyTagged CPySet_Less(CPyTagged a, CPyTagged b) {
    if (likely(CPyTagged_CheckShort(a) && CPyTagged_CheckShort(b))) {
        return a & ~b;
    }
    if (b == 0) { /* mostly nothing is taken away */
        CPyTagged_INCREF(a);
        return a;
    }
    digit ours[3], theirs[3], found[MOST];
    Py_ssize_t na, nb, i;
    const digit *left = digits_of(a, &na, ours), *right = digits_of(b, &nb, theirs);
    digit turned[MOST], others = 0;
    if (unlikely(na < 0 || na > MOST || nb < -MOST)) {
        CPyTagged rest = CPyTagged_Invert(b), left = CPyTagged_And(a, rest);
        CPyTagged_DECREF(rest);
        return left;
    }
    if (nb < 0) { /* all but some */
        nb = spread(b, turned, &others);
        right = turned;
    }
    for (i = 0; i < na && i < nb; i++) {
        found[i] = left[i] & ~right[i];
    }
    for (; i < na; i++) {
        found[i] = left[i] & ~others;
    }
    return int_of(found, na, 0);
}

static inline char CPySet_Has(CPyTagged a, CPyTagged member) {
    if (likely(CPyTagged_CheckShort(member) && (Py_ssize_t)member >= 0)) {
        digit own[3];
        Py_ssize_t size, n = CPyTagged_ShortAsSsize_t(member);
        const digit *digits = digits_of(a, &size, own);
        if (likely(size >= 0)) {
            return n / PyLong_SHIFT < size && (digits[n / PyLong_SHIFT] >> n % PyLong_SHIFT & 1);
        }
    }
    CPyTagged moved = CPyTagged_Rshift(a, member), found = CPyTagged_And(moved, CPyTagged_ShortFromInt(1));
    CPyTagged_DECREF(moved);
    return found != 0;
}

static CPyTagged CPySet_Count(CPyTagged a) {
    digit own[3];
    Py_ssize_t size, found = 0;
    const digit *digits = digits_of(a, &size, own);
    if (unlikely(size < 0)) { /* the members of what it is the negative of */
        CPyTagged turned = CPyTagged_Negate(a), count = CPySet_Count(turned);
        CPyTagged_DECREF(turned);
        return count;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        found += __builtin_popcount(digits[i]);
    }
    return CPyTagged_ShortFromSsize_t(found);
}

/* Where the members of a set lead: `steps` are pairs of a number and the members to which it is added. */
static CPyTagged CPySet_Stepped(CPyTagged a, PyObject *steps) {
    digit own[3], found[2 * MOST] = {0};
    Py_ssize_t size, most = 0;
    const digit *digits = digits_of(a, &size, own);
    if (unlikely(size < 0 || size > MOST)) {
        PyErr_SetString(PyExc_OverflowError, "a set that is too wide for steps");
        return CPY_INT_TAG;
    }
    for (Py_ssize_t n = 0; n < PyTuple_GET_SIZE(steps); n++) {
        PyObject *pair = PyTuple_GET_ITEM(steps, n);
        Py_ssize_t step = PyLong_AsSsize_t(PyTuple_GET_ITEM(pair, 0));
        PyLongObject *starts = (PyLongObject *)PyTuple_GET_ITEM(pair, 1);
        Py_ssize_t wide = CPY_LONG_SIZE_SIGNED(starts);
        if (unlikely(step > PyLong_SHIFT * (MOST - 2))) {
            PyErr_SetString(PyExc_OverflowError, "a step that is too wide");
            return CPY_INT_TAG;
        }
        for (Py_ssize_t i = 0; i < size && i < wide; i++) {
            twodigits leaving = digits[i] & CPY_LONG_DIGIT(starts, i);
            if (leaving) {
                Py_ssize_t to = PyLong_SHIFT * i + step;
                if (to < 0) {
                    leaving = to > -PyLong_SHIFT ? leaving >> -to : 0;
                    to = 0;
                }
                Py_ssize_t place = to / PyLong_SHIFT;
                leaving <<= to % PyLong_SHIFT;
                found[place] |= leaving & PyLong_MASK;
                found[place + 1] |= (digit)(leaving >> PyLong_SHIFT);
                most = place + 2 > most ? place + 2 : most;
            }
        }
    }
    return int_of(found, most, 0);
}

static inline PyObject *members_of(CPyTagged a, int is_list) {
    digit own[3];
    Py_ssize_t size, count = 0, n = 0;
    const digit *digits = digits_of(a, &size, own);
    if (unlikely(size < 0)) {
        PyErr_SetString(PyExc_OverflowError, "a set cannot be negative");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        count += __builtin_popcount(digits[i]);
    }
    PyObject *members = is_list ? PyList_New(count) : PyTuple_New(count);
    if (unlikely(members == NULL)) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        for (digit left = digits[i]; left; left &= left - 1) {
            PyObject *member = PyLong_FromLong(PyLong_SHIFT * i + __builtin_ctz(left));
            if (unlikely(member == NULL)) {
                Py_DECREF(members);
                return NULL;
            }
            if (is_list) {
                PyList_SET_ITEM(members, n++, member);
            } else {
                PyTuple_SET_ITEM(members, n++, member);
            }
        }
    }
    return members;
}

static PyObject *CPySet_Members(CPyTagged a) {
    return members_of(a, 0);
}

static PyObject *CPySet_Listed(CPyTagged a) {
    return members_of(a, 1);
}

/* One of a list, one of a table. */
static inline PyObject *CPyList_One(PyObject *list, CPyTagged n) {
    if (likely(CPyTagged_CheckShort(n) && (size_t)CPyTagged_ShortAsSsize_t(n) < (size_t)PyList_GET_SIZE(list))) {
        PyObject *one = PyList_GET_ITEM(list, CPyTagged_ShortAsSsize_t(n));
        Py_INCREF(one);
        return one;
    }
    return CPyList_GetItem(list, n);
}

static inline PyObject *CPyList_Lent(PyObject *list, CPyTagged n) {
    if (likely(CPyTagged_CheckShort(n) && (size_t)CPyTagged_ShortAsSsize_t(n) < (size_t)PyList_GET_SIZE(list))) {
        return PyList_GET_ITEM(list, CPyTagged_ShortAsSsize_t(n));
    }
    return CPyList_GetItemBorrow(list, n);
}

static inline PyObject *CPyTuple_One(PyObject *table, CPyTagged n) {
    if (likely(CPyTagged_CheckShort(n) && (size_t)CPyTagged_ShortAsSsize_t(n) < (size_t)PyTuple_GET_SIZE(table))) {
        PyObject *one = PyTuple_GET_ITEM(table, CPyTagged_ShortAsSsize_t(n));
        Py_INCREF(one);
        return one;
    }
    return CPySequenceTuple_GetItem(table, n);
}

/* A stack with another frame on top, or one more. */
static PyObject *CPyStack_With(PyObject *stack, PyObject *frame, Py_ssize_t kept) {
    PyObject *made = PyTuple_New(kept + 1);
    if (unlikely(made == NULL)) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < kept; i++) {
        PyObject *each = PyTuple_GET_ITEM(stack, i);
        Py_INCREF(each);
        PyTuple_SET_ITEM(made, i, each);
    }
    Py_INCREF(frame);
    PyTuple_SET_ITEM(made, kept, frame);
    return made;
}

static inline PyObject *CPyStack_Pushed(PyObject *stack, PyObject *frame) {
    return CPyStack_With(stack, frame, PyTuple_GET_SIZE(stack));
}

static inline PyObject *CPyStack_Replaced(PyObject *stack, PyObject *frame) {
    Py_ssize_t size = PyTuple_GET_SIZE(stack);
    return CPyStack_With(stack, frame, size ? size - 1 : 0);
}

/* The small ints lie in one row, and Python has each of them for ever: in copies of lists, which hold little else, references to them are
 * not counted. From 3.12 on Python itself does not count them; before, they are given so many that the difference is never felt. */
#define FEWEST (-5)
#define MOST_SMALL 256

static const char *row_start = NULL;
static size_t row_length = 0; /* 0 where they do not lie as expected: all are counted then */

static void find_row(void) {
    PyObject *each = NULL;
    for (long n = FEWEST; n <= MOST_SMALL; n++) {
        each = PyLong_FromLong(n);
        if (unlikely(each == NULL)) {
            CPyError_OutOfMemory();
        }
        if (n == FEWEST) {
            row_start = (const char *)each;
        }
        if ((const char *)each != row_start + (n - FEWEST) * sizeof(PyLongObject)) {
            return; /* a reference or two that are never given back */
        }
#if PY_VERSION_HEX < 0x030C0000
        if (Py_REFCNT(each) < (Py_ssize_t)1 << 59) {
            Py_SET_REFCNT(each, Py_REFCNT(each) + ((Py_ssize_t)1 << 60));
        }
#endif
        Py_DECREF(each);
    }
    row_length = (MOST_SMALL - FEWEST + 1) * sizeof(PyLongObject);
}

static inline int is_counted(PyObject *item, const char *start, size_t length) {
    return (size_t)((const char *)item - start) >= length;
}

/* Copies that have gone, by their length, with their room: the next copy of that length takes one of them. Each points to the next. They
 * hold numbers alone, so that the collector of cycles need not know of them. */
#ifdef Py_GIL_DISABLED
#define LONGEST 0
#else
#define LONGEST 160
#endif
#define SPARES 32

static PyListObject *spare[LONGEST + 1];
static int spares[LONGEST + 1];

static inline PyListObject *list_with_room(Py_ssize_t size) {
    if (size <= LONGEST && spare[size] != NULL) {
        PyListObject *list = spare[size];
        spare[size] = (PyListObject *)list->ob_item[0];
        spares[size]--;
        return list;
    }
    PyListObject *list = (PyListObject *)PyList_New(0);
    PyObject **room = size ? PyMem_Malloc(size * sizeof(PyObject *)) : NULL;
    if (unlikely(list == NULL || (size && room == NULL))) {
        CPyError_OutOfMemory();
    }
    PyObject_GC_UnTrack(list);
    list->ob_item = room;
    list->allocated = size;
    return list;
}

static PyObject *CPyList_Copied(PyObject *list) {
    if (unlikely(row_start == NULL)) {
        find_row();
    }
    const char *start = row_start;
    size_t length = row_length;
    Py_ssize_t size = PyList_GET_SIZE(list);
    PyListObject *copy = list_with_room(size);
    PyObject **from = ((PyListObject *)list)->ob_item, **to = copy->ob_item;
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *each = to[i] = from[i];
        if (unlikely(is_counted(each, start, length))) {
            Py_INCREF(each);
        }
    }
    Py_SET_SIZE((PyVarObject *)copy, size);
    return (PyObject *)copy;
}

/* A list that goes, likewise. Nobody else has it, so that nobody sees it half empty. */
static void let_list_go(PyListObject *gone) {
    const char *start = row_start;
    size_t length = row_length;
    PyObject **items = gone->ob_item;
    Py_ssize_t size = PyList_GET_SIZE(gone);
    Py_SET_SIZE((PyVarObject *)gone, 0);
    for (Py_ssize_t i = 0; i < size; i++) {
        if (unlikely(is_counted(items[i], start, length))) {
            Py_DECREF(items[i]);
        }
    }
    if (0 < size && size <= LONGEST && gone->allocated == size && spares[size] < SPARES && !PyObject_GC_IsTracked((PyObject *)gone)) {
        items[0] = (PyObject *)spare[size];
        spare[size] = gone;
        spares[size]++;
    } else {
        Py_DECREF(gone);
    }
}

static inline void let_go(PyObject *gone) {
    if (PyList_CheckExact(gone) && Py_REFCNT(gone) == 1) {
        let_list_go((PyListObject *)gone);
    } else {
        Py_DECREF(gone);
    }
}

#undef Py_CLEAR
#define Py_CLEAR(slot)                           \
    do {                                         \
        PyObject *gone = (PyObject *)(slot);     \
        if (gone != NULL) {                      \
            (slot) = NULL;                       \
            let_go(gone);                        \
        }                                        \
    } while (0)

/* From here on the runtime's own go by other names. */
#define CPyTagged_BitwiseLongOp_ CPyTagged_BitwiseLongOp_of_any
#define CPyTagged_Invert_ CPyTagged_Invert_of_any
#define CPyTagged_Lshift_ CPyTagged_Lshift_of_any
#define CPyTagged_Rshift_ CPyTagged_Rshift_of_any
#define CPyLong_AsSsize_tAndOverflow_ CPyLong_AsSsize_tAndOverflow_of_any

/* The head of an array of the module array, as it has been since Python 3.3. */
typedef struct {
    PyObject_VAR_HEAD
    char *items;
} Row;

/* Chances and numbers (core.kit.attrition). */
static inline double CPyFloats_At(PyObject *row, CPyTagged k) {
    return ((double *)((Row *)row)->items)[CPyTagged_AsSsize_t(k)];
}

static inline char CPyFloats_Set(PyObject *row, CPyTagged k, double chance) {
    ((double *)((Row *)row)->items)[CPyTagged_AsSsize_t(k)] = chance;
    return 1;
}

static char CPyFloats_Spread(PyObject *into, PyObject *numbers, PyObject *chances, double mass, CPyTagged first, CPyTagged each) {
    Py_ssize_t size = Py_SIZE(into), n = Py_SIZE(numbers), start = CPyTagged_AsSsize_t(first), step = CPyTagged_AsSsize_t(each);
    double *sums = (double *)((Row *)into)->items;
    const int *places = (const int *)((Row *)numbers)->items;
    const double *shares = (const double *)((Row *)chances)->items;
    for (Py_ssize_t i = 0; i < n; i++) {
        Py_ssize_t k = start + places[i] * step;
        if (unlikely(k < 0 || k >= size)) {
            PyErr_SetString(PyExc_IndexError, "array index out of range");
            return 2;
        }
        sums[k] += mass * shares[i];
    }
    return 1;
}

static PyObject *CPyFloats_Together(PyObject *one, PyObject *other) {
    PyObject *first = PyTuple_GET_ITEM(one, 0), *second = PyTuple_GET_ITEM(other, 0);
    Py_ssize_t n = Py_SIZE(first), m = Py_SIZE(second);
    PyObject *numbers = PySequence_Repeat(second, n);
    PyObject *chances = numbers == NULL ? NULL : PySequence_Repeat(PyTuple_GET_ITEM(other, 1), n);
    PyObject *found = chances == NULL ? NULL : PyTuple_Pack(2, numbers, chances);
    if (found != NULL) {
        const int *places = (const int *)((Row *)first)->items;
        const double *shares = (const double *)((Row *)PyTuple_GET_ITEM(one, 1))->items;
        int *sums = (int *)((Row *)numbers)->items;
        double *products = (double *)((Row *)chances)->items;
        for (Py_ssize_t i = 0; i < n; i++) {
            for (Py_ssize_t k = 0; k < m; k++) {
                *sums++ += places[i];
                *products++ *= shares[i];
            }
        }
    }
    Py_XDECREF(numbers);
    Py_XDECREF(chances);
    return found;
}

#endif
