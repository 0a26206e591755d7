// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Order, Router} from "./Router.sol";
import {Route} from "./Route.sol";
import {Signed} from "./Signed.sol";
import {vm} from "./Vm.sol";

/// I10: a good call of any entry, cut short, continued, or with another byte anywhere, reverts or does what its words
/// now say: the payer loses no more than is sold, the recipient gains no less than the minimum, and nobody else pays.
contract CalldataTest is Signed {
    uint256 private constant ENTRIES = 4;
    uint256 private constant ORDER = 3;
    uint256 private constant LEG = 28;

    bool private leftByALeg;

    function testFuzz_MutatedCalldata(uint256 entry, uint256 where, uint8 what) public {
        bytes memory data = _good(entry);
        uint256 at = 4 + where % (data.length - 4);
        uint256 first = _firstLeg(entry % ENTRIES, data);
        bool ofFlags = at == first || at == first + LEG;
        leftByALeg = ofFlags && (what >> 5 & 3 == 0 || what >> 5 & 3 == 3);
        data[at] = bytes1(what);
        _holds(entry % ENTRIES, data);
    }

    /// A leg may lead to the router, for the next leg to spend. Where none does, what came out stays, and is the next
    /// caller's: the one way in which the router's balance rises by a swap. Who chose the route still owes the minimum.
    function test_LegToTheRouterThatNoLegSpendsIsAGift() public {
        for (uint256 entry = 0; entry < ENTRIES; entry++) {
            bytes memory data = _good(entry);
            uint256 last = _firstLeg(entry, data) + LEG;
            data[last] = data[last] & 0x9f | bytes1(Route.TO_ROUTER);
            uint256 before = b.balanceOf(address(router));
            leftByALeg = true;
            require(_holds(entry, data), "was refused");
            require(b.balanceOf(address(router)) > before, "no gift");
        }
        bytes memory route = bytes.concat(
            Route.push(Route.TO_RECIPIENT | Route.NAMES_TOKEN, pair[address(b)][address(c)], address(b), address(c), 0),
            abi.encodePacked(address(b))
        );
        Ask memory ask = _ask(address(a), address(c), 1, route);
        (ask.sender, ask.recipient) = (attacker, attacker);
        _done(ask);
        _untouched();
    }

    /// @return at where the route's first byte lies; a leg is 28 bytes
    function _firstLeg(uint256 entry, bytes memory data) private pure returns (uint256 at) {
        uint256[ENTRIES] memory words = [uint256(6), 7, 7, 14];
        return 4 + _word(data, words[entry]) + 0x20;
    }

    function testFuzz_TruncatedCalldata(uint256 entry, uint256 length) public {
        bytes memory data = _good(entry);
        length = bound(length, 0, data.length - 1);
        assembly {
            mstore(data, length)
        }
        bool ok = _holds(entry % ENTRIES, data);
        // Zeros that only fill the last word are nobody's: all else is missed.
        require(!ok || length > _good(entry).length - 32, "half a call was acted on");
    }

    function testFuzz_ExtendedCalldata(uint256 entry, bytes calldata more) public {
        require(_holds(entry % ENTRIES, bytes.concat(_good(entry), more)), "was refused");
    }

    function testFuzz_MutatedSelector(uint256 entry, bytes4 selector) public {
        bytes memory data = _good(entry);
        if (selector == bytes4(data)) return;
        for (uint256 i = 0; i < 4; i++) data[i] = selector[i];
        _holds(entry % ENTRIES, data);
        require(a.balanceOf(owner) == HELD, "an order by another name");
    }

    /// Lengths and offsets near 2^256, where a sum would wrap around: 2^256 - 512 is one of them.
    function testFuzz_LengthOverflowOfEveryEntry(uint256 entry, uint256 below, bool second, bool ofOffset) public {
        _overflows(entry % ENTRIES, bound(below, 1, 1024), second, ofOffset);
    }

    function test_LengthOverflowOf512OfEveryEntry() public {
        for (uint256 i = 0; i < 4 * ENTRIES; i++) _overflows(i / 4, 512, i & 1 != 0, i & 2 != 0);
    }

    /// Each of them is a good call as it is.
    function test_UnchangedCalldataTrades() public {
        for (uint256 i = 0; i < ENTRIES; i++) require(_holds(i, _good(i)), "was refused");
    }

    function _overflows(uint256 entry, uint256 below, bool second, bool ofOffset) private {
        bytes memory data = _good(entry);
        // Where the offset of the route, or of the permit or signature, stands after length and selector.
        uint256[ENTRIES] memory words = [uint256(6), 7, second ? 8 : 7, second ? 12 : 14];
        uint256 head = 0x24 + words[entry] * 0x20;
        assembly {
            let at := add(data, head)
            if iszero(ofOffset) { at := add(add(data, 0x24), mload(at)) }
            mstore(at, sub(0, below))
        }
        uint256[2] memory before = [a.balanceOf(payer), a.balanceOf(owner)];
        (bool ok,) = _send(entry, data);
        require(!ok, "a length beyond the calldata");
        require(a.balanceOf(payer) == before[0] && a.balanceOf(owner) == before[1], "paid");
        _untouched();
    }

    /// @dev Reads what the call says, whatever that is by now, and holds the router to it.
    function _holds(uint256 entry, bytes memory data) private returns (bool ok) {
        if (entry == ORDER) return _orderHolds(data);
        bytes memory padded = bytes.concat(data, new bytes(512));
        address tokenIn = address(uint160(_word(padded, 0)));
        address tokenOut = address(uint160(_word(padded, 1)));
        address recipient = address(uint160(_word(padded, 4)));
        uint256 paid = _read(tokenIn, payer);
        uint256 held = _read(tokenOut, recipient);
        uint256 others = a.balanceOf(owner) + b.balanceOf(owner);
        (ok,) = _send(entry, data);
        uint256 now_ = _read(tokenIn, payer);
        require(now_ >= paid || paid - now_ <= (ok ? _word(padded, 2) : 0), "I2: the payer lost more than was sold");
        require(!ok || _isOther(data) || _read(tokenOut, recipient) >= held + _word(padded, 3), "I6: less than the minimum");
        require(a.balanceOf(owner) + b.balanceOf(owner) == others, "I1: the owner of an order lost something");
        _bystanders(recipient);
    }

    function _orderHolds(bytes memory data) private returns (bool ok) {
        uint256 paid = a.balanceOf(owner);
        uint256 held = b.balanceOf(receiver);
        uint256 others = a.balanceOf(payer);
        (ok,) = _send(ORDER, data);
        Order memory order = _order();
        uint256 cost = order.amountIn + order.swapFee + order.affiliateFee;
        bool traded = ok && !_isOther(data);
        // Less, where a changed share leaves a part unsold.
        require(paid - a.balanceOf(owner) <= (traded ? cost : 0), "I2: more than the order's cost");
        require(!traded || b.balanceOf(receiver) - held >= order.amountOutMin, "I6: less than the minimum");
        require(a.balanceOf(payer) == others, "I1: somebody who allowed the router everything");
        _bystanders(receiver);
    }

    /// @dev I1 and I4. The victim may be whom a changed recipient names.
    function _bystanders(address recipient) private view {
        address[4] memory all = tokens();
        for (uint256 i = 0; i < 4; i++) {
            require(_balance(all[i], victim) >= HELD && (recipient == victim || _balance(all[i], victim) == HELD), "I1");
            // The sold token too, where the changed byte turns the pool's direction around.
            bool gift = leftByALeg && (all[i] == address(a) || all[i] == address(b));
            require(gift || _balance(all[i], address(router)) == 0, "I4: tokens stayed in the router");
        }
        require(address(router).balance == 0, "I4: ether stayed in the router");
    }

    /// @dev Whether it is not a swap at all any more, but one of the calls that trade nothing.
    function _isOther(bytes memory data) private pure returns (bool) {
        bytes4 selector = bytes4(data);
        return selector == Router.cancel.selector || selector == Router.nonceBitmap.selector
            || selector == Router.eip712Domain.selector;
    }

    function _send(uint256 entry, bytes memory data) private returns (bool, bytes memory) {
        vm.prank(entry == ORDER ? relayer : payer);
        return address(router).call(data);
    }

    function _good(uint256 entry) private view returns (bytes memory) {
        entry %= ENTRIES;
        bytes memory route = _split();
        uint256 fee = uint256(uint160(affiliate)) << 96 | 1000;
        (address x, address y) = (address(a), address(b));
        if (entry == 0) return _calldata(_ask(x, y, E18, route));
        if (entry == 1) return abi.encodeCall(Router.swapWithFee, (x, y, E18, 1, receiver, FOREVER, fee, route));
        if (entry == 2) {
            return abi.encodeCall(
                Router.swapWithPermit, (x, y, E18, 1, receiver, FOREVER, fee, route, new bytes(102))
            );
        }
        Order memory order = _order();
        return abi.encodeCall(Router.fillOrder, (order, _sign(order), "", route));
    }

    function _word(bytes memory data, uint256 index) private pure returns (uint256 word) {
        assembly {
            word := mload(add(add(data, 0x24), mul(index, 0x20)))
        }
    }

    /// @return held 0 where there is no balance to read
    function _read(address token, address account) private view returns (uint256 held) {
        if (token == address(0)) return account.balance;
        (bool ok, bytes memory answer) =
            token.staticcall(abi.encodeWithSignature("balanceOf(address)", account));
        return ok && answer.length >= 32 ? abi.decode(answer, (uint256)) : 0;
    }
}
