// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {vm} from "./Vm.sol";

/// @notice Creation codes, and contracts created from them.
library Code {
    /// @return the creation code of a contract of ours, as deployed
    function built(string memory name) internal view returns (bytes memory) {
        return vm.parseJsonBytes(vm.readFile(vm.envString("SWAPLINE_BUILT")), string.concat(".", name));
    }

    /// @param file from the repository's root, without its ending
    /// @param key of the code in the file
    /// @return the recorded creation code of a third-party contract
    function recorded(string memory file, string memory key) internal view returns (bytes memory) {
        return vm.parseJsonBytes(_read(file), key);
    }

    /// @return the creation code of Uniswap v4's PoolManager, as published
    function poolManager() internal view returns (bytes memory) {
        return recorded("test/contracts/far-pools", "[0].contracts.PoolManager");
    }

    /// @notice As `recorded`, for code with a placeholder for a library's address.
    function linked(string memory file, string memory key, string memory placeholder, address library_)
        internal
        view
        returns (bytes memory)
    {
        string memory text = vm.parseJsonString(_read(file), key);
        bytes memory named = bytes(vm.toString(library_));
        bytes memory digits = new bytes(40);
        for (uint256 i = 0; i < 40; i++) digits[i] = named[i + 2];
        return vm.parseBytes(vm.replace(text, placeholder, string(digits)));
    }

    function create(bytes memory code) internal returns (address made) {
        assembly {
            made := create(0, add(code, 0x20), mload(code))
        }
        require(made != address(0), "not created");
    }

    function create(bytes memory code, bytes memory arguments) internal returns (address) {
        return create(bytes.concat(code, arguments));
    }

    function _read(string memory file) private view returns (string memory) {
        return vm.readFile(string.concat(file, ".data.json"));
    }
}
