// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestVault} from "../../../../contracts/forge/adapters/DishonestVault.sol";
import {IVault} from "../../../../contracts/sandbox/IVault.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestManager is DishonestVault {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function unlock(bytes calldata data) external returns (bytes memory) {
        return abi.decode(_callBack(abi.encodeWithSignature("unlockCallback(bytes)", data)), (bytes));
    }

    function swap(IVault.Key calldata, IVault.Params calldata params, bytes calldata) external view returns (int256) {
        return _delta(params.zeroForOne);
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {}

    function take(address currency, address to, uint256) external {
        _take(currency, to);
    }
}
