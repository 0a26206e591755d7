// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Order, Router} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {Signed} from "../rig/Signed.sol";
import {vm} from "../rig/Vm.sol";

/// I10: a valid call of any entry point, truncated, extended, or with any byte changed, reverts or does what the new
/// bytes say: the payer loses at most the amount sold, the recipient gains at least the minimum, and no one else pays.
contract CalldataTest is Signed {
    /// The last three are the first three with the output through the router.
    uint256 private constant ENTRIES = 7;
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

    /// A leg may pay the router, for the next leg to spend. If no leg does, the output stays for the next caller: the
    /// only way in which a swap raises the router's balance. The minimum still holds.
    function test_LegToTheRouterThatNoLegSpendsIsAGift() public {
        for (uint256 entry = 0; entry < ORDER; entry++) {
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

    /// In an order, and in a swap through the router, it is delivered like the other legs' output.
    function test_LegToTheRouterIsDeliveredThroughTheRouter() public {
        for (uint256 entry = ORDER; entry < ENTRIES; entry++) {
            bytes memory data = _good(entry);
            uint256 snapshot = vm.snapshotState();
            require(_holds(entry, data), "was refused");
            uint256 given = b.balanceOf(receiver);
            vm.revertToState(snapshot);
            uint256 last = _firstLeg(entry, data) + LEG;
            data[last] = data[last] & 0x9f | bytes1(Route.TO_ROUTER);
            require(_holds(entry, data) && b.balanceOf(receiver) == given, "not delivered");
            vm.revertToState(snapshot);
        }
    }

    /// @return at position of the route's first leg; a leg is 28 bytes
    function _firstLeg(uint256 entry, bytes memory data) private pure returns (uint256 at) {
        uint256[4] memory words = [uint256(6), 7, 7, 14];
        return 4 + _word(data, words[_kind(entry)]) + 0x20 + (entry > ORDER ? 1 : 0);
    }

    function _kind(uint256 entry) private pure returns (uint256) {
        return entry > ORDER ? entry - ORDER - 1 : entry;
    }

    function testFuzz_TruncatedCalldata(uint256 entry, uint256 length) public {
        bytes memory data = _good(entry);
        length = bound(length, 0, data.length - 1);
        assembly {
            mstore(data, length)
        }
        bool ok = _holds(entry % ENTRIES, data);
        // Padding zeros of the last word may be missing: nothing else may.
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

    /// Lengths and offsets near 2^256, where a sum would wrap around, 2^256 - 512 among them.
    function testFuzz_LengthOverflowOfEveryEntry(uint256 entry, uint256 below, bool second, bool ofOffset) public {
        _overflows(entry % ENTRIES, bound(below, 1, 1024), second, ofOffset);
    }

    function test_LengthOverflowOf512OfEveryEntry() public {
        for (uint256 i = 0; i < 4 * ENTRIES; i++) _overflows(i / 4, 512, i & 1 != 0, i & 2 != 0);
    }

    /// Each call is valid without a change.
    function test_UnchangedCalldataTrades() public {
        for (uint256 i = 0; i < ENTRIES; i++) require(_holds(i, _good(i)), "was refused");
    }

    function _overflows(uint256 entry, uint256 below, bool second, bool ofOffset) private {
        bytes memory data = _good(entry);
        // Position of the offset of the route, permit or signature, after length and selector.
        uint256[4] memory words = [uint256(6), 7, second ? 8 : 7, second ? 12 : 14];
        uint256 head = 0x24 + words[_kind(entry)] * 0x20;
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

    /// @dev Decodes the changed call and holds the router to its arguments.
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
        // Less if a changed share leaves a part unsold.
        require(paid - a.balanceOf(owner) <= (traded ? cost : 0), "I2: more than the order's cost");
        require(!traded || b.balanceOf(receiver) - held >= order.amountOutMin, "I6: less than the minimum");
        require(a.balanceOf(payer) == others, "I1: somebody who allowed the router everything");
        _bystanders(receiver);
    }

    /// @dev I1 and I4. A changed recipient may be the victim.
    function _bystanders(address recipient) private view {
        address[4] memory all = tokens();
        for (uint256 i = 0; i < 4; i++) {
            require(_balance(all[i], victim) >= HELD && (recipient == victim || _balance(all[i], victim) == HELD), "I1");
            // The input token too, if the changed byte reverses the pool's direction.
            bool gift = leftByALeg && (all[i] == address(a) || all[i] == address(b));
            require(gift || _balance(all[i], address(router)) == 0, "I4: tokens stayed in the router");
        }
        require(address(router).balance == 0, "I4: ether stayed in the router");
    }

    /// @dev True if the call is no longer a swap but one of the calls that trade nothing.
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
        bytes memory route = entry > ORDER ? Route.throughRouter(_split()) : _split();
        uint256 fee = uint256(uint160(affiliate)) << 96 | 1000;
        (address x, address y) = (address(a), address(b));
        if (_kind(entry) == 0) return _calldata(_ask(x, y, E18, route));
        if (_kind(entry) == 1) return abi.encodeCall(Router.swapWithFee, (x, y, E18, 1, receiver, FOREVER, fee, route));
        if (_kind(entry) == 2) {
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

    /// @return held 0 if there is no balance to read
    function _read(address token, address account) private view returns (uint256 held) {
        if (token == address(0)) return account.balance;
        (bool ok, bytes memory answer) =
            token.staticcall(abi.encodeWithSignature("balanceOf(address)", account));
        return ok && answer.length >= 32 ? abi.decode(answer, (uint256)) : 0;
    }
}
