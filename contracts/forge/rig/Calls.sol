// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Vm} from "./Vm.sol";

/// @notice The complete list of calls that the router may make: I9.
library Calls {
    uint8 private constant CALL = 0;
    uint8 private constant STATICCALL = 3;
    uint8 private constant LAST_CALL = 5;

    /// @return true if the router made only plain calls with selectors of the list: no delegate call, no creation, no
    /// self-destruct
    function allKnown(Vm.AccountAccess[] memory seen, address router) internal pure returns (bool) {
        for (uint256 i = 0; i < seen.length; i++) {
            if (seen[i].accessor != router || seen[i].kind > LAST_CALL) continue;
            if (seen[i].kind != CALL && seen[i].kind != STATICCALL) return false;
            if (!_known(bytes4(seen[i].data), seen[i].data.length)) return false;
        }
        return true;
    }

    function _known(bytes4 selector, uint256 length) private pure returns (bool) {
        if (length == 0) return true; // native currency
        string[16] memory known = [
            "balanceOf(address)",
            "transfer(address,uint256)",
            "transferFrom(address,address,uint256)",
            "deposit()",
            "withdraw(uint256)",
            "getReserves()",
            "swap(uint256,uint256,address,bytes)",
            "swap(address,bool,int256,uint160,bytes)",
            "unlock(bytes)",
            "swap((address,address,uint24,int24,address),(bool,int256,uint160),bytes)",
            "sync(address)",
            "settle()",
            "take(address,address,uint256)",
            "tradeForSwapline(address,address,address,address,uint256)",
            "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
            "permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)"
        ];
        for (uint256 i = 0; i < known.length; i++) {
            if (bytes4(keccak256(bytes(known[i]))) == selector) return true;
        }
        return false;
    }
}
