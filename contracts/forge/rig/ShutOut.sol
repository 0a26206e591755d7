// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Attempt} from "../../test/Attempt.sol";
import {Order, Router} from "./Router.sol";
import {Signed} from "./Signed.sol";
import {vm} from "./Vm.sol";

/// @notice Tries every entry into the router during a swap. The attempting contract has all that its call needs: the
/// same call succeeds when no swap runs, otherwise its refusal would prove nothing.
abstract contract ShutOut is Signed {
    uint256 internal constant CALLS = 7;
    // Entries that the calling contract may use at that point: no attack.
    uint256 internal constant UNLOCK = 1 << 4;
    uint256 internal constant PULL = 1 << 5;
    uint256 internal constant SEND = 1 << 6;

    uint256 internal nonce = 1000;

    /// @param rights the entries that the calling contract may use at that point
    function _shutOut(Attempt who, Ask memory outer, uint256 rights) internal {
        for (uint256 i = 0; i < CALLS; i++) {
            if (rights >> i & 1 == 0) _shutOutOf(who, outer.sender, _calldata(outer), outer.value, i);
        }
    }

    /// @dev The outer call succeeds, and its payer loses no more than without the attempt.
    function _shutOutOf(Attempt who, address sender, bytes memory outer, uint256 value, uint256 i) internal {
        _enable(address(who));
        bytes memory inner = _call(i);
        uint256 sent = 1 << i == SEND ? 1 : 0;
        who.plan{value: sent}(address(router), inner);
        uint256 held = a.balanceOf(address(who));

        vm.prank(sender);
        (bool ok, bytes memory answer) = address(router).call{value: value}(outer);
        if (!ok) {
            assembly {
                revert(add(answer, 0x20), mload(answer))
            }
        }
        require(who.tried(), "was never called");
        require(!who.succeeded(), "got in");
        _same(who.answer(), i < 4 ? "Reentered()" : "NotArmed(address)");
        require(a.balanceOf(address(who)) >= held, "paid for a swap within a swap");
        _untouched();

        who.plan(address(0), "");
        vm.deal(address(who), address(who).balance + sent);
        vm.prank(address(who));
        (ok,) = address(router).call{value: sent}(inner);
        require(ok == i < 4, "is no good by itself, or good at any time");
    }

    /// @dev Funds the attempting contract for a swap of its own.
    function _enable(address who) private {
        if (a.balanceOf(who) < 10 * E18) a.mint(who, 10 * E18);
        _allow(who, address(a));
    }

    /// @return the i-th entry; the first four are entry points
    function _call(uint256 i) private returns (bytes memory) {
        bytes memory route = _direct(false);
        if (i == 0) return _calldata(_ask(address(a), address(b), E18, route));
        if (i == 1) {
            uint256 fee = uint256(uint160(affiliate)) << 96 | 1;
            return abi.encodeCall(Router.swapWithFee, (address(a), address(b), E18, 1, attacker, FOREVER, fee, route));
        }
        if (i == 2) {
            return abi.encodeCall(
                Router.swapWithPermit,
                (address(a), address(b), E18, 1, attacker, FOREVER, 0, route, new bytes(102))
            );
        }
        if (i == 3) {
            Order memory order = _order();
            order.nonce = nonce++;
            return abi.encodeCall(Router.fillOrder, (order, _sign(order), "", route));
        }
        if (1 << i == UNLOCK) {
            bytes memory ask = abi.encode(address(a), address(b), 3000, 60, address(0), true, attacker);
            return abi.encodeCall(Router.unlockCallback, (ask));
        }
        if (1 << i == PULL) return abi.encodeWithSelector(0xfa461e33, int256(E18), int256(0), bytes(""));
        return "";
    }
}
