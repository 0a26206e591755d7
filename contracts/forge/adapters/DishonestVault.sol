// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {DishonestPool} from "./DishonestPool.sol";

/// @notice A pool that calls back: it takes what it claims is owed, and checks no payment.
abstract contract DishonestVault is DishonestPool {
    function _callBack(bytes memory call) internal returns (bytes memory said) {
        bool ok;
        attempt();
        (ok, said) = msg.sender.call(call);
        if (ok) return said;
        assembly {
            revert(add(said, 0x20), mload(said))
        }
    }

    /// @dev The amount owed in the upper 128 bits, the amount given in the lower, in token order.
    function _delta(bool zeroForOne) internal view returns (int256) {
        (int128 owed, int128 given) = (-int128(int256(takes)), int128(int256(says)));
        (int128 delta0, int128 delta1) = zeroForOne ? (owed, given) : (given, owed);
        return int256(delta0) << 128 | int256(uint256(uint128(delta1)));
    }

    /// @dev The zero address means native currency.
    function _take(address currency, address to) internal {
        if (currency != address(0)) {
            _give(to);
        } else {
            (bool ok,) = to.call{value: gives}("");
            require(ok, "refused");
        }
    }
}
